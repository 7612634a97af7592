import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JalaliDate } from '../lib/jalali';
import { DateField, type DateFieldProps } from './DateField';

/** What the field last told its owner. */
let latest: string | null = null;

beforeEach(() => {
  latest = null;
});

function Held({ start = '', ...rest }: { start?: string } & Partial<DateFieldProps>): ReactElement {
  const [value, setValue] = useState(start);
  const onValueChange = (next: string) => {
    latest = next;
    setValue(next);
  };
  return <DateField label="از تاریخ" {...rest} value={value} onValueChange={onValueChange} />;
}

const field = () => screen.getByRole('textbox', { name: 'از تاریخ' });

describe('DateField', () => {
  it('adds the slashes while digits are typed', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.type(field(), '۱۴۰۵۰');
    expect(field()).toHaveValue('۱۴۰۵/۰');
    await user.type(field(), '8309');
    expect(field()).toHaveValue('۱۴۰۵/۰۸/۳۰');
    expect(latest).toBe('1405/08/30');
  });

  it('can take the day first', async () => {
    const user = userEvent.setup();
    render(<Held order="dmy" />);
    await user.type(field(), '30081405');
    expect(latest).toBe('30/08/1405');
  });

  it('says that a day does not exist', () => {
    render(<Held start="1404/12/30" />);
    expect(field()).toHaveAccessibleDescription('اسفند ۱۴۰۴ ۲۹ روز دارد.');
  });

  it('clears a date of zeros when it is pressed', async () => {
    const user = userEvent.setup();
    render(<Held start="0000/00/00" />);
    expect(field()).toBeValid();
    await user.click(field());
    expect(latest).toBe('');
  });

  it('takes a day from the calendar', async () => {
    const user = userEvent.setup();
    render(<Held start="1405/08/30" />);
    await user.click(screen.getByRole('button', { name: /باز کردن تقویم/ }));
    const sheet = await screen.findByRole('dialog', { name: 'از تاریخ' });
    expect(await within(sheet).findByText('آبان ۱۴۰۵')).toBeVisible();
    const week = within(sheet).getAllByRole('columnheader', { hidden: true });
    expect(week.map((cell) => cell.textContent).join('')).toBe('شیدسچپج');
    await user.click(within(sheet).getByText('۱۵'));
    expect(latest).toBe('1405/08/15');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('goes to the next day with the arrow that points there', async () => {
    const user = userEvent.setup();
    render(<Held start="1405/08/15" />);
    await user.click(screen.getByRole('button', { name: /باز کردن تقویم/ }));
    await screen.findByText('آبان ۱۴۰۵');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('۱۵'));
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(latest).toBe('1405/08/16');
  });
});

describe('a date in the other order', () => {
  it.each([
    ['ymd', '30081405', '1405/08/30'],
    ['dmy', '14050830', '30/08/1405'],
  ] as const)('is understood in a field that is %s', async (order, typed, taken) => {
    const user = userEvent.setup();
    render(<Held order={order} />);
    await user.type(field(), typed);
    expect(latest).toBe(taken);
    expect(field()).toBeValid();
  });

  it('may be pasted without its zeros', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.click(field());
    await user.paste('۵/۸/۱۴۰۵');
    expect(latest).toBe('1405/08/05');
  });
});

describe('what is wrong with a date', () => {
  it.each([
    ['14051301', 'ماه باید از ۱ تا ۱۲ باشد.'],
    ['20261121', 'سال باید از ۱۳۰۰ تا ۱۴۹۹ باشد.'],
    ['140508', 'تاریخ کامل نیست: سال چهار رقم دارد، ماه و روز دو رقم.'],
  ])('is said of %s', async (typed, text) => {
    const user = userEvent.setup();
    render(<Held />);
    await user.type(field(), typed);
    await user.tab();
    expect(field()).toHaveAccessibleDescription(text);
  });

  it('is not said of a date that is still being typed', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.type(field(), '140508');
    expect(field()).toBeValid();
  });

  it('is its place outside the limits, and today is outside them too', async () => {
    const user = userEvent.setup();
    render(<Held start="1399/01/02" min={'1399/02/01' as JalaliDate} max={'1399/03/01' as JalaliDate} />);
    expect(field()).toHaveAccessibleDescription('تاریخ باید ۱۳۹۹/۰۲/۰۱ یا پس از آن باشد.');
    await user.click(screen.getByRole('button', { name: /باز کردن تقویم/ }));
    expect(await screen.findByRole('button', { name: 'امروز' })).toBeDisabled();
  });
});

it('has the place of its error before the error', () => {
  const { container } = render(<Held />);
  expect(container.querySelector('[aria-live="polite"]')).toBeEmptyDOMElement();
});
