import { describe, expect, it } from 'vitest';
import { addDays, type JalaliDate, parseJalali } from '../../shared/lib/jalali';
import { toPoints } from './grain';
import type { SalesDay } from './map';

function day(text: string): JalaliDate {
  const date = parseJalali(text);
  if (!date) throw new Error(`${text} is no day`);
  return date;
}

/** Days in a row, each of which sold one toman. */
const days = (from: string, count: number): SalesDay[] =>
  Array.from({ length: count }, (_, offset) => ({ date: addDays(day(from), offset), value: 1 }));

const listed = (from: string, count: number) =>
  toPoints(days(from, count)).points.map(({ date, value }) => [date, value]);

describe('the points of the sales chart', () => {
  it.each([
    [1, 'day'],
    [45, 'day'],
    [46, 'week'],
    [200, 'week'],
    [201, 'month'],
    [3000, 'month'],
  ] as const)('of %i days are one for each %s', (count, grain) => {
    expect(toPoints(days('1404/01/01', count)).grain).toBe(grain);
  });

  it('are none without days', () => {
    expect(toPoints([])).toEqual({ grain: 'day', points: [] });
  });

  it('leave single days as they are', () => {
    const given = days('1405/08/01', 30);
    expect(toPoints(given).points).toEqual(given);
  });

  it('start weeks on Saturday', () => {
    // 1405/08/30 is a Saturday: two days of the week before it, and the last week has a day.
    expect(listed('1405/08/28', 52).slice(0, 3)).toEqual([
      ['1405/08/23', 2],
      ['1405/08/30', 7],
      ['1405/09/07', 7],
    ]);
    expect(listed('1405/08/28', 52).at(-1)).toEqual(['1405/10/19', 1]);
  });

  it('start months on their first day, over the new year', () => {
    // The last month of 1403 has 30 days, that of 1404 has 29.
    expect(listed('1404/07/11', 250)).toEqual([
      ['1404/07/01', 20],
      ['1404/08/01', 30],
      ['1404/09/01', 30],
      ['1404/10/01', 30],
      ['1404/11/01', 30],
      ['1404/12/01', 29],
      ['1405/01/01', 31],
      ['1405/02/01', 31],
      ['1405/03/01', 19],
    ]);
  });

  it('keep weeks and months without sales, and lose nothing', () => {
    const quiet = days('1405/01/01', 100).map(({ date }, index) => ({
      date,
      value: index === 0 || index === 99 ? 5 : 0,
    }));
    const { points } = toPoints(quiet);
    expect(points).toHaveLength(15);
    expect(points.filter(({ value }) => value === 0)).toHaveLength(13);
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(10);
  });
});
