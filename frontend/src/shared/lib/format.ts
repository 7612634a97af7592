import { isPersian, locale } from './locale';

/**
 * Numbers for the screen, in the digits of the language; the only module that formats them. Amounts are whole tomans.
 *
 * In running text digits are proportional; `tabular` of the theme is for columns, and then for the whole column. The
 * percent sign stands after its number as one reads, in texts and in fields. Stored texts are shown by
 * `localDigits`, days and times by `jalali`: `1405/09/01 · 14:14`.
 */
/** Between a number and its unit: they never break apart. */
export const NBSP = '\u00a0';

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${name}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(locale(), options);
  formatters.set(key, known);
  return known;
}

/** 1234567.5 → ۱٬۲۳۴٬۵۶۷٫۵ with at most `places` decimals (none by default). */
export const formatNumber = (value: number, places = 0): string =>
  formatter(`n${places}`, { maximumFractionDigits: places }).format(value);

/** Keeps the sign on its side: without it, the sign follows the digits only where letters stand before them. */
const SIGN_MARK = '\u200f';

/** A percentage given as a number of percent: 13.5892 → ۱۳٫۵۹٪. */
export const formatPercent = (percent: number, places = 2): string =>
  `${formatNumber(percent, places)}${isPersian() ? `${SIGN_MARK}\u066a` : '%'}`;

/** ۱٫۲ میلیون, for chart axes and narrow tiles. */
export const formatCompact = (value: number): string =>
  formatter('c', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

const PERSIAN_LETTER = /[\u0620-\u064a\u066e-\u06d3]/;

/** A number with its unit, joined by a no-break space: ۱۲٬۰۰۰ تومان. On an English page also a Persian unit stands behind. */
export function withUnit(number: string, unit: string): string {
  const text = `${number}${NBSP}${unit}`;
  if (isPersian() || !PERSIAN_LETTER.test(unit)) return text;
  return `\u2066${number}${NBSP}\u2068${unit}\u2069\u2069`;
}

const collator = new Intl.Collator('fa', { numeric: true });

/** Persian alphabetical order (پ چ ژ ک گ ی in their places), numbers by value. */
export const compareFa = (a: string, b: string): number => collator.compare(a, b);

/** «الف، ب و ج». Names keep to their own direction: on an English page they stand from left to right all the same. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(locale()).format(isPersian() ? items : items.map((item) => `\u2068${item}\u2069`));
