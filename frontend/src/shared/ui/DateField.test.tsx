import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
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
    expect(field()).toHaveAccessibleDescription('این تاریخ در تقویم نیست.');
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
