import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { localDigits, onlyDigits } from '../lib/digits';
import { groupThousands, maskTime } from '../lib/masks';
import { caretAfter, DigitField, type DigitFieldProps } from './DigitField';

/** What the field last told its owner. */
let latest: string | null = null;

beforeEach(() => {
  latest = null;
});

function Held({ start = '', ...rest }: { start?: string } & Partial<DigitFieldProps>): ReactElement {
  const [value, setValue] = useState(start);
  const onValueChange = (next: string) => {
    latest = next;
    setValue(next);
  };
  return <DigitField label="مقدار" {...rest} value={value} onValueChange={onValueChange} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'مقدار' });
const caret = () => field().selectionStart;

describe('DigitField', () => {
  it.each(['۱۲۳۴', '١٢٣٤', '1234'])('takes %s and shows Persian digits', async (typed) => {
    const user = userEvent.setup();
    render(<Held format={groupThousands} />);
    await user.type(field(), typed);
    expect(latest).toBe('1234');
    expect(field()).toHaveValue('۱٬۲۳۴');
  });

  it('keeps the caret after the digit that was typed in the middle', async () => {
    const user = userEvent.setup();
    render(<Held start="1234567" format={groupThousands} />);
    await user.type(field(), '۹', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field()).toHaveValue('۱۹٬۲۳۴٬۵۶۷');
    expect(caret()).toBe(2);
    await user.keyboard('{Backspace}');
    expect(field()).toHaveValue('۱٬۲۳۴٬۵۶۷');
    expect(caret()).toBe(1);
  });

  it('deletes the digit before a separator', async () => {
    const user = userEvent.setup();
    render(<Held start="1234" format={groupThousands} />);
    await user.type(field(), '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(latest).toBe('234');
  });

  it('deletes the digit after a separator', async () => {
    const user = userEvent.setup();
    render(<Held start="1234" format={groupThousands} />);
    await user.type(field(), '{Delete}', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(latest).toBe('134');
    expect(caret()).toBe(1);
  });

  it('refuses letters without moving', async () => {
    const user = userEvent.setup();
    render(<Held start="12" />);
    await user.type(field(), 'x', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(latest).toBeNull();
    expect(field()).toHaveValue('۱۲');
    expect(caret()).toBe(1);
  });

  it('keeps every digit of a text that is pasted over the same one', async () => {
    const user = userEvent.setup();
    render(<Held start="1530" format={maskTime} />);
    await user.click(field());
    await user.keyboard('{Control>}a{/Control}');
    await user.paste('1530');
    expect(field()).toHaveValue('۱۵:۳۰');
  });

  it('cleans what is pasted', async () => {
    const user = userEvent.setup();
    render(<Held format={groupThousands} />);
    await user.click(field());
    await user.paste(' ۱٬۲۳۴-۵۶۷ تومان ');
    expect(latest).toBe('1234567');
    expect(field()).toHaveValue('۱٬۲۳۴٬۵۶۷');
  });

  it('cuts what is too long', async () => {
    const user = userEvent.setup();
    render(<Held maxDigits={11} />);
    await user.type(field(), '091234567890123');
    expect(latest).toBe('09123456789');
  });

  it('takes no number that is too large, typed or pasted, and says so until the next one', async () => {
    const user = userEvent.setup();
    render(<Held max={999_999} format={groupThousands} />);
    await user.type(field(), '12');
    await user.paste('99999999999');
    expect(latest).toBe('12');
    expect(field()).toHaveValue('۱۲');
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription('بیشتر از ۹۹۹٬۹۹۹ پذیرفته نمی‌شود.');
    await user.type(field(), '3');
    expect(latest).toBe('123');
    expect(field()).toBeValid();
  });

  it('lets a number that was too large before become smaller', async () => {
    const user = userEvent.setup();
    render(<Held start="25000" max={100} />);
    await user.click(field());
    await user.keyboard('{End}{Backspace}');
    expect(latest).toBe('2500');
    await user.keyboard('{End}1');
    expect(latest).toBe('2500');
  });

  it('keeps a decimal point when it may', async () => {
    const user = userEvent.setup();
    render(<Held decimals={2} format={groupThousands} />);
    await user.type(field(), '۱۲٫۳۴۵');
    expect(latest).toBe('12.34');
    expect(field()).toHaveValue('۱۲٫۳۴');
  });

  it('waits for the end of an IME composition', () => {
    render(<Held />);
    fireEvent.compositionStart(field());
    fireEvent.change(field(), { target: { value: '۱x' } });
    expect(field()).toHaveValue('۱x');
    expect(latest).toBeNull();
    fireEvent(field(), createEvent.compositionEnd(field()));
    expect(latest).toBe('1');
    expect(field()).toHaveValue('۱');
  });

  it('says what is wrong', () => {
    render(<Held error="تلفن همراه باید شامل ۱۱ عدد باشد." />);
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription('تلفن همراه باید شامل ۱۱ عدد باشد.');
  });

  it('puts the caret after as many digits as were before it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,14}$/), fc.nat(15), (digits, seed) => {
        const count = seed % (digits.length + 1);
        const shown = localDigits(groupThousands(digits));
        const at = caretAfter(shown, count, onlyDigits);
        expect(onlyDigits(shown.slice(0, at))).toHaveLength(count);
      }),
    );
  });
});
