import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Stepper } from './Stepper';

const plus = () => screen.getByRole('button', { name: 'افزایش چای' });
const minus = () => screen.getByRole('button', { name: 'کاهش چای' });

describe('Stepper', () => {
  it('asks for one more or one less', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Stepper label="چای" value={12} onChange={onChange} />);
    expect(screen.getByRole('status')).toHaveTextContent('۱۲');
    await user.click(plus());
    await user.click(minus());
    expect(onChange.mock.calls).toEqual([[13], [11]]);
  });

  it('stops at its limits', () => {
    render(<Stepper label="چای" value={3} min={3} max={3} onChange={vi.fn()} />);
    expect(plus()).toBeDisabled();
    expect(minus()).toBeDisabled();
  });

  it('ignores presses while busy and keeps the focus', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const { rerender } = render(<Stepper label="چای" value={3} onChange={onChange} />);
    await user.click(plus());
    rerender(<Stepper label="چای" value={3} busy onChange={onChange} />);
    await user.click(plus());
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(plus()).toHaveFocus();
    expect(screen.getByRole('img', { name: 'در حال بارگذاری' })).toBeVisible();
  });

  it('shakes once for each refusal', () => {
    const { rerender } = render(<Stepper label="چای" value={3} onChange={vi.fn()} />);
    const group = screen.getByRole('group', { name: 'چای' });
    expect(group).not.toHaveAttribute('data-shake');
    rerender(<Stepper label="چای" value={3} refusals={1} onChange={vi.fn()} />);
    expect(group).toHaveAttribute('data-shake', 'odd');
    rerender(<Stepper label="چای" value={3} refusals={2} onChange={vi.fn()} />);
    expect(group).toHaveAttribute('data-shake', 'even');
  });
});
