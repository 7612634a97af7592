import { describe, expect, it } from 'vitest';
import { type JalaliDate, parseJalali } from '../../../shared/lib/jalali';
import type { RuleForm } from '../api/map';
import { cutOffDelivery, holidaysUpTo, holidayYears, isOver, periodDelivery } from './delivery';

const rule = (given: Partial<RuleForm>): RuleForm => ({
  start: '1405/08/20',
  end: '1405/08/25',
  preparation: null,
  daysAfter: 2,
  cutOff: '1400',
  ...given,
});
const day = (text: string): JalaliDate => {
  const date = parseJalali(text);
  if (date === null) throw new Error(text);
  return date;
};
const none = () => false;
const nowruz = new Set(['1405/01/01', '1405/01/02', '1405/01/03', '1405/01/04', '1404/12/29']);

describe('by period', () => {
  it.each([
    ['the day after the end', '1405/08/25', null, none, '1405/08/26'],
    ['after the preparation', '1405/08/25', 2, none, '1405/08/28'],
    ['past a Friday', '1405/08/28', null, none, '1405/08/30'],
    ['past a Friday and a holiday after it', '1405/08/28', null, (d: string) => d === '1405/08/30', '1405/09/01'],
    ['over Nowruz', '1404/12/28', null, (d: string) => nowruz.has(d), '1405/01/05'],
    ['over the leap day', '1403/12/29', null, none, '1403/12/30'],
  ] as const)('%s', (_, end, preparation, isHoliday, expected) => {
    expect(periodDelivery(rule({ end, preparation }), isHoliday)).toBe(expected);
  });

  it('is unknown while the period is not complete', () => {
    expect(periodDelivery(rule({ start: '' }), none)).toBeNull();
    expect(periodDelivery(rule({ end: '1405/13/01' }), none)).toBeNull();
  });
});

describe('by cut-off', () => {
  const at = (clock: string) => Date.parse(`2026-11-21T${clock}+03:30`);
  it.each([
    ['exactly at the cut-off', '14:00:00', 2, '1405/09/02'],
    ['a second later', '14:00:01', 2, '1405/09/03'],
    ['before it', '09:00:00', 2, '1405/09/02'],
    ['onto a Friday', '09:00:00', 6, '1405/09/07'],
  ] as const)('%s', (_, clock, daysAfter, expected) => {
    expect(cutOffDelivery(rule({ daysAfter }), at(clock), none)).toBe(expected);
  });

  it('counts the day of Tehran', () => {
    expect(cutOffDelivery(rule({ daysAfter: 1, cutOff: '2359' }), Date.parse('2026-11-21T21:00:00Z'), none)).toBe(
      '1405/09/02',
    );
  });
});

it('knows a period that is over', () => {
  const now = Date.UTC(2026, 10, 21, 8, 30);
  expect(isOver(rule({ end: '1405/08/29' }), now)).toBe(true);
  expect(isOver(rule({ end: '1405/08/30' }), now)).toBe(false);
  expect(isOver(rule({ end: '' }), now)).toBe(false);
});

it('names the holidays between the day that is counted from and the date', () => {
  const titles: Record<string, string> = { '1405/08/25': 'پیش', '1405/08/26': 'جمعه', '1405/08/28': 'عید' };
  expect(holidaysUpTo(day('1405/08/25'), day('1405/08/27'), (date) => titles[date])).toEqual([
    { date: '1405/08/26', title: 'جمعه' },
  ]);
});

it('asks for the holidays of both years around Nowruz', () => {
  expect(holidayYears(1, rule({ end: '1404/12/20' }), 0)).toEqual([1404, 1405]);
  expect(holidayYears(1, rule({ end: day('1405/03/01') }), 0)).toEqual([1405]);
});
