import { addDays, type JalaliDate, weekdayIndex } from '../../shared/lib/jalali';
import type { SalesDay } from './map';

/** What one point of the chart sums up. */
export type Grain = 'day' | 'week' | 'month';

/** More days than these look like a comb on a phone: nothing is sold on Fridays. */
const MOST_DAYS = 45;
const MOST_DAYS_BY_WEEK = 200;

function grainOf(days: number): Grain {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_BY_WEEK ? 'week' : 'month';
}

const startOf: Readonly<Record<Grain, (date: JalaliDate) => JalaliDate>> = {
  day: (date) => date,
  week: (date) => addDays(date, -weekdayIndex(date)),
  month: (date) => addDays(date, 1 - Number(date.slice(-2))),
};

/**
 * Sums days, which must have no gaps, so that the chart stays readable however many there are. Oldest first; the date of
 * a point is the first day of the week (Saturday) or of the Jalali month.
 */
export function toPoints(days: readonly SalesDay[]) {
  const grain = grainOf(days.length);
  const sums = new Map<JalaliDate, number>();
  for (const { date, value } of days) {
    const start = startOf[grain](date);
    sums.set(start, (sums.get(start) ?? 0) + value);
  }
  return { grain, points: [...sums].map(([date, value]) => ({ date, value })) };
}
