import { CalendarDate, fromAbsolute, GregorianCalendar, PersianCalendar, toCalendar } from '@internationalized/date';
import { localDigits, toLatin } from './digits';
import { locale } from './locale';
import { moduleMap } from './store';

declare const jalaliBrand: unique symbol;
/** A real day of the Jalali calendar, `yyyy/mm/dd` in Latin digits: texts compare like dates. */
export type JalaliDate = string & { readonly [jalaliBrand]: true };

/** How a typed date is ordered. */
export type DateOrder = 'ymd' | 'dmy';

export const ZONE = 'Asia/Tehran';
const persian = new PersianCalendar();
const gregorian = new GregorianCalendar();
const FIRST_YEAR = 1300;
const LAST_YEAR = 1499;

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** The branded text of a calendar date. */
export const fromCalendarDate = (date: CalendarDate): JalaliDate => {
  const day = date.calendar.identifier === 'persian' ? date : toCalendar(date, persian);
  return `${pad(day.year, 4)}/${pad(day.month, 2)}/${pad(day.day, 2)}` as JalaliDate;
};

/** For arithmetic and for the calendar widget. */
export function toCalendarDate(date: JalaliDate): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('/').map(Number);
  return new CalendarDate(persian, year, month, day);
}

export type DateProblem =
  | { readonly kind: 'incomplete' | 'year' | 'month' | 'zero' }
  /** The month has fewer days. */
  | { readonly kind: 'day'; readonly days: number; readonly month: JalaliDate };

/** A day of 1300–1499, or what is wrong with it. */
function dayOf(parts: readonly string[] | undefined, order: DateOrder): JalaliDate | DateProblem {
  if (!parts) return { kind: 'incomplete' };
  const [first = 0, month = 0, last = 0] = parts.map(Number);
  const [year, day] = order === 'ymd' ? [first, last] : [last, first];
  if (year < FIRST_YEAR || year > LAST_YEAR) return { kind: 'year' };
  if (month < 1 || month > 12) return { kind: 'month' };
  if (day < 1) return { kind: 'zero' };
  const start = new CalendarDate(persian, year, month, 1);
  const days = persian.getDaysInMonth(start);
  if (day > days) return { kind: 'day', days, month: fromCalendarDate(start) };
  return fromCalendarDate(start.set({ day }));
}

const GROUPED = { ymd: /^(\d{4}) (\d\d) (\d\d)$/, dmy: /^(\d\d) (\d\d) (\d{4})$/ };
const EIGHT = { ymd: /^(\d{4})(\d\d)(\d\d)$/, dmy: /^(\d\d)(\d\d)(\d{4})$/ };

/**
 * Reads a typed date in any digits. A group of four digits is the year. Without groups the field's order counts, and the
 * other one only where the first has no year from 1300 to 1499: a wrong month stays wrong, and is not read as a day.
 */
export function readDate(text: string, order: DateOrder = 'ymd'): JalaliDate | DateProblem {
  const groups = toLatin(text)
    .trim()
    .replace(/[/\-.\s]+/g, ' ');
  const digits = groups.replaceAll(' ', '');
  const orders = order === 'ymd' ? (['ymd', 'dmy'] as const) : (['dmy', 'ymd'] as const);
  const readings = [GROUPED, EIGHT].flatMap((kind) =>
    orders.map((one) => dayOf(kind[one].exec(kind === GROUPED ? groups : digits)?.slice(1), one)),
  );
  // A reading with a year decides, right or wrong.
  const decisive = readings.find(
    (read) => typeof read === 'string' || (read.kind !== 'incomplete' && read.kind !== 'year'),
  );
  return (
    decisive ?? readings.find((read) => typeof read !== 'string' && read.kind === 'year') ?? { kind: 'incomplete' }
  );
}

/** A complete date, after a paste or on blur; «۱۴۰۵/۸/۳» without zeros counts. Not for a date that is still being typed. */
export const readWholeDate = (text: string, order?: DateOrder): JalaliDate | null =>
  parseJalali(
    toLatin(text)
      .trim()
      .split(/[/\-.\s]+/)
      .map((group) => group.padStart(2, '0'))
      .join('/'),
    order,
  );

/** The day of a typed date, or null. */
export function parseJalali(text: string, order?: DateOrder): JalaliDate | null {
  const read = readDate(text, order);
  return typeof read === 'string' ? read : null;
}

/** The text a date field shows for a day, in Latin digits. */
export function typedDate(date: JalaliDate, order: DateOrder = 'ymd'): string {
  return order === 'ymd' ? date : date.split('/').reverse().join('/');
}

/** The day it is in Tehran at an instant. */
export function jalaliAt(epochMs: number): JalaliDate {
  const zoned = fromAbsolute(epochMs, ZONE);
  return fromCalendarDate(new CalendarDate(gregorian, zoned.year, zoned.month, zoned.day));
}

export const addDays = (date: JalaliDate, days: number): JalaliDate =>
  fromCalendarDate(toCalendarDate(date).add({ days }));

/** Days from `a` to `b`; negative when `b` is earlier. */
export const daysBetween = (a: JalaliDate, b: JalaliDate): number => toCalendarDate(b).compare(toCalendarDate(a));

/** 0 is Saturday, 6 is Friday. */
export function weekdayIndex(date: JalaliDate): number {
  const utc = toCalendarDate(date).toDate('UTC');
  return (utc.getUTCDay() + 1) % 7;
}

/** The same day for `<time dateTime>`: `2026-11-21`. */
export const isoDate = (date: JalaliDate): string => toCalendar(toCalendarDate(date), gregorian).toString();

/** An instant for `<time dateTime>`. */
export const isoInstant = (epochMs: number): string => fromAbsolute(epochMs, 'UTC').toAbsoluteString();

const formats = moduleMap<string, Intl.DateTimeFormat>();

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formats.set(key, known);
  return known;
}

/** Intl puts the fields of a long Persian date in a wrong order, so only its words are taken. */
function words(date: JalaliDate): { weekday: string; day: string; month: string; year: string } {
  const parts = dateFormat('words', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatToParts(toCalendarDate(date).toDate('UTC'));
  const part = (kind: Intl.DateTimeFormatPartTypes) => parts.find((entry) => entry.type === kind)?.value ?? '';
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') };
}

/** «شنبه ۳۰ آبان ۱۴۰۵». */
export function longDate(date: JalaliDate): string {
  const { weekday, day, month, year } = words(date);
  return `${weekday} ${day} ${month} ${year}`;
}

/** «۳۰ آبان ۱۴۰۵». */
export function mediumDate(date: JalaliDate): string {
  const { day, month, year } = words(date);
  return `${day} ${month} ${year}`;
}

/** «۳۰ آبان», for chart ticks. */
export function dayMonth(date: JalaliDate): string {
  const { day, month } = words(date);
  return `${day} ${month}`;
}

/** «آبان ۱۴۰۵», for calendar headings. */
export function monthYear(date: JalaliDate): string {
  const { month, year } = words(date);
  return `${month} ${year}`;
}

/** «شنبه». */
export const weekdayName = (date: JalaliDate): string => words(date).weekday;

/** «۱۴۰۵/۰۸/۳۰». */
export const shortDate = (date: JalaliDate): string => localDigits(date);

/** The clock of Tehran: «۱۴:۰۳:۲۲», or without seconds. */
export const clockTime = (epochMs: number, seconds = true): string =>
  dateFormat(seconds ? 'hms' : 'hm', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(seconds && { second: '2-digit' }),
  }).format(epochMs);

const agoFormats = moduleMap<string, Intl.RelativeTimeFormat>();

/** How many days ago a day was: «امروز», «دیروز», «۳ روز پیش»; today for one that is to come, by a clock that is late. */
export function daysAgo(day: JalaliDate, today: JalaliDate): string {
  const known = agoFormats.get(locale()) ?? new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  agoFormats.set(locale(), known);
  return known.format(-Math.max(0, daysBetween(day, today)), 'day');
}
