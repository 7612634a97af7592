import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseJalali } from '../lib/jalali';
import { RangeSheet, type RangeSheetProps } from './RangeSheet';

const setup = (props: Partial<RangeSheetProps> = {}) => {
  const onSubmit = vi.fn();
  render(<RangeSheet isOpen onClose={vi.fn()} value={null} onSubmit={onSubmit} {...props} />);
  return { onSubmit, user: userEvent.setup() };
};

const from = () => screen.getByRole('textbox', { name: 'از تاریخ' });
const to = () => screen.getByRole('textbox', { name: 'تا تاریخ' });
const report = () => screen.getByRole('button', { name: 'گزارش' });

describe('RangeSheet', () => {
  it.each([
    ['', ''],
    ['14050801', ''],
  ])('asks for both dates: «%s», «%s»', async (first, second) => {
    const { user, onSubmit } = setup();
    if (first) await user.type(from(), first);
    if (second) await user.type(to(), second);
    await user.click(report());
    expect(await screen.findByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    ['14050801', '140508', 'تاریخ کامل نیست: سال چهار رقم دارد، ماه و روز دو رقم.'],
    ['14041230', '14050830', 'اسفند ۱۴۰۴ ۲۹ روز دارد.'],
  ])('says under it what is wrong with a date: «%s», «%s»', async (first, second, text) => {
    const { user, onSubmit } = setup();
    await user.type(from(), first);
    await user.type(to(), second);
    await user.click(report());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).not.toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('refuses an end before the start', async () => {
    const { user, onSubmit } = setup();
    await user.type(from(), '14050830');
    await user.type(to(), '14050801');
    await user.click(report());
    expect(await screen.findByText('تاریخ پایان باید پس از تاریخ شروع باشد.')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('gives a complete range', async () => {
    const { user, onSubmit } = setup();
    await user.type(from(), '۱۴۰۵۰۸۰۱');
    await user.type(to(), '۱۴۰۵۰۸۰۱');
    await user.click(report());
    expect(onSubmit).toHaveBeenCalledWith({ from: '1405/08/01', to: '1405/08/01' });
  });

  it('starts with the range in force', () => {
    const day = parseJalali('1405/08/30');
    if (day === null) throw new Error('1405/08/30 is a day');
    setup({ value: { from: day, to: day } });
    expect(from()).toHaveValue('۱۴۰۵/۰۸/۳۰');
    expect(to()).toHaveValue('۱۴۰۵/۰۸/۳۰');
  });
});
