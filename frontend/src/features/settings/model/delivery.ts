import { onlyDigits } from '../../../shared/lib/digits';
import {
  addDays,
  clockTime,
  daysBetween,
  type JalaliDate,
  jalaliAt,
  parseJalali,
  weekdayIndex,
} from '../../../shared/lib/jalali';
import type { RuleForm } from '../api/map';
import type { RuleKind } from './types';

const FRIDAY = 6;
export const MAX_DAYS = 30;
/** No year has so many holidays in a row; a wrong table must not hang the page. */
const MAX_PUSH = 60;

/** The next day that is no holiday, or the date itself (part 2, 4.2). Fridays are holidays. */
export function pastHolidays(date: JalaliDate, isHoliday: (date: JalaliDate) => boolean): JalaliDate {
  let day = date;
  for (let step = 0; step < MAX_PUSH && (weekdayIndex(day) === FRIDAY || isHoliday(day)); step += 1) {
    day = addDays(day, 1);
  }
  return day;
}

/** Kind 1: the period's end plus the preparation plus one day. Null while the period is not complete. */
export function periodDelivery(rule: RuleForm, isHoliday: (date: JalaliDate) => boolean): JalaliDate | null {
  const end = parseJalali(rule.end);
  if (end === null || parseJalali(rule.start) === null) return null;
  return pastHolidays(addDays(end, (rule.preparation ?? 0) + 1), isHoliday);
}

/** Kind 2: today plus the days after, and one more day after the cut-off time. */
export function cutOffDelivery(
  rule: RuleForm,
  now: number,
  isHoliday: (date: JalaliDate) => boolean,
): JalaliDate | null {
  if (rule.daysAfter === null || !isClock(rule.cutOff)) return null;
  const time = clockDigits(now);
  const late = time > `${rule.cutOff}00` ? 1 : 0;
  return pastHolidays(addDays(jalaliAt(now), rule.daysAfter + late), isHoliday);
}

/** Tehran's time as six digits HHmmss. */
const clockDigits = (now: number): string => onlyDigits(clockTime(now));

/** Whether these are the digits HHmm of a time. */
export const isClock = (digits: string): boolean => /^([01]\d|2[0-3])[0-5]\d$/.test(digits);

/** Whether the period of orders is over: every new order then gets a date in the past (part 2, 4.2). */
export const isOver = (rule: Pick<RuleForm, 'end'>, now: number): boolean => {
  const end = parseJalali(rule.end);
  return end !== null && end < jalaliAt(now);
};

/** The holidays after `from`, up to and including `to`. */
export function holidaysUpTo(
  from: JalaliDate,
  to: JalaliDate,
  titleOf: (date: JalaliDate) => string | undefined,
): readonly { readonly date: JalaliDate; readonly title: string }[] {
  const days = Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => addDays(from, index + 1));
  return days.flatMap((date) => {
    const title = titleOf(date);
    return title === undefined ? [] : [{ date, title }];
  });
}

/** The years whose holidays are needed to compute the date. */
export function holidayYears(kind: RuleKind, rule: RuleForm, now: number): readonly number[] {
  const from = kind === 1 ? parseJalali(rule.end) : jalaliAt(now);
  if (from === null) return [];
  const years = [from, addDays(from, MAX_DAYS + MAX_PUSH)].map((date) => Number(date.slice(0, 4)));
  return [...new Set(years)];
}
