import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AccordionItem } from './Accordion';

const regions = (isOpen: boolean, onToggle: () => void) => (
  <AccordionItem id="regions" isOpen={isOpen} onToggle={onToggle} title="مناطق">
    متن
  </AccordionItem>
);

describe('AccordionItem', () => {
  it('asks its parent, which may refuse', async () => {
    const user = userEvent.setup();
    const onToggle = vi.fn();
    const { rerender } = render(regions(false, onToggle));
    const button = screen.getByRole('button', { name: /مناطق/ });
    await user.click(button);
    expect(onToggle).toHaveBeenCalledOnce();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    rerender(regions(true, onToggle));
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows a summary while closed and a lock that can be heard', () => {
    render(
      <AccordionItem id="brands" isOpen={false} onToggle={vi.fn()} title="برندها" summary="۱۲ برند" locked>
        <button type="button">ویرایش</button>
      </AccordionItem>,
    );
    expect(screen.getByRole('button', { name: /^برندها ۱۲ برند/ })).toBeVisible();
    expect(screen.getByRole('img', { name: 'قفل' })).toBeInTheDocument();
    expect(screen.getByText('ویرایش').closest('[inert]')).not.toBeNull();
  });
});
