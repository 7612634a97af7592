import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { QUANTITY_MAX, Stepper } from './Stepper';
import { toast } from './Toast';

const plus = () => screen.getByRole('button', { name: 'افزایش چای' });
const minus = () => screen.getByRole('button', { name: 'کاهش چای' });

describe('Stepper', () => {
  it('asks for one more or one less', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Stepper label="چای" value={12} onChange={onChange} />);
    expect(screen.getByRole('textbox', { name: 'تعداد چای' })).toHaveValue('۱۲');
    await user.click(plus());
    await user.click(minus());
    expect(onChange.mock.calls).toEqual([[13], [11]]);
  });

  it('is stepped by the arrow keys, and never down to nothing', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const Counter = () => {
      const [value, setValue] = useState(2);
      return (
        <Stepper
          label="چای"
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
      );
    };
    render(<Counter />);
    await user.click(screen.getByRole('textbox', { name: 'تعداد چای' }));
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(onChange.mock.calls).toEqual([[3], [2], [1]]);
    expect(screen.getByRole('textbox', { name: 'تعداد چای' })).toHaveFocus();
  });

  it('takes no number of a slipped finger, and says so', async () => {
    const said = vi.spyOn(toast, 'error').mockReturnValue(undefined);
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Stepper label="چای" value={5} onChange={onChange} />);
    await user.click(screen.getByRole('textbox', { name: 'تعداد چای' }));
    await user.paste('99999999999');
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: 'تعداد چای' })).toHaveValue('۵');
    expect(said).toHaveBeenCalledExactlyOnceWith('بیشتر از ۹۹۹٬۹۹۹ پذیرفته نمی‌شود.', { thing: 'چای' });
  });

  it('goes down from what is beyond its limit, and not up', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Stepper label="چای" value={2_000_000} onChange={onChange} />);
    expect(plus()).toBeDisabled();
    await user.click(minus());
    expect(onChange.mock.calls).toEqual([[1_999_999]]);
  });

  it('stops at its limits', () => {
    const { rerender } = render(<Stepper label="چای" value={0} onChange={vi.fn()} />);
    expect(minus()).toBeDisabled();
    expect(plus()).toBeEnabled();
    rerender(<Stepper label="چای" value={QUANTITY_MAX} onChange={vi.fn()} />);
    expect(plus()).toBeDisabled();
    expect(minus()).toBeEnabled();
  });

  it('takes presses and digits while busy, and keeps the focus', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const { rerender } = render(<Stepper label="چای" value={3} onChange={onChange} />);
    await user.click(plus());
    rerender(<Stepper label="چای" value={4} busy onChange={onChange} />);
    await user.click(plus());
    expect(onChange.mock.calls).toEqual([[4], [5]]);
    expect(plus()).toHaveFocus();
    expect(screen.getByRole('img', { name: 'در حال بارگذاری' })).toBeVisible();
  });

  it('takes a typed number in one go, 0 only at the end of the typing, and nothing for nothing', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const Counter = () => {
      const [value, setValue] = useState(1);
      return (
        <Stepper
          label="چای"
          value={value}
          onChange={(next) => {
            onChange(next);
            // A parent that asks before it goes to 0.
            if (next > 0) setValue(next);
          }}
        />
      );
    };
    render(<Counter />);
    const field = screen.getByRole('textbox');
    await user.click(field);
    await user.keyboard('۴۰{Enter}');
    expect(field).toHaveValue('۴۰');
    expect(onChange).toHaveBeenLastCalledWith(40);
    onChange.mockClear();
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('۴۰');
    expect(onChange).not.toHaveBeenCalled();
    await user.click(field);
    await user.keyboard('0');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([[0]]);
    expect(field).toHaveValue('۴۰');
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
