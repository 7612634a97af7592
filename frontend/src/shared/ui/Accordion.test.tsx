import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Accordion, AccordionItem } from './Accordion';

const sections = (openId: string | null, onRequest: (id: string | null) => void) => (
  <Accordion openId={openId} onRequest={onRequest}>
    <AccordionItem id="brands" title="برندها" summary="۱۲ برند">
      <button type="button">ویرایش</button>
    </AccordionItem>
    <AccordionItem id="regions" title="مناطق" locked>
      متن
    </AccordionItem>
  </Accordion>
);

describe('Accordion', () => {
  it('asks its parent, which may refuse', async () => {
    const user = userEvent.setup();
    const onRequest = vi.fn();
    const { rerender } = render(sections('brands', onRequest));
    const regions = screen.getByRole('button', { name: /مناطق/ });
    await user.click(regions);
    expect(onRequest).toHaveBeenLastCalledWith('regions');
    expect(regions).toHaveAttribute('aria-expanded', 'false');
    rerender(sections('regions', onRequest));
    expect(regions).toHaveAttribute('aria-expanded', 'true');
    await user.click(regions);
    expect(onRequest).toHaveBeenLastCalledWith(null);
  });

  it('shows a summary while closed and a lock that can be heard', () => {
    render(sections(null, vi.fn()));
    expect(screen.getByRole('button', { name: 'برندها ۱۲ برند' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'قفل' })).toBeInTheDocument();
    expect(screen.getByText('ویرایش').closest('[inert]')).not.toBeNull();
  });
});
