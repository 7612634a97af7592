/** Numbers for the screen. The only module that formats them; amounts are whole tomans. */

const LOCALE = 'fa-IR';
/** Between a number and its unit: they never break apart. */
export const NBSP = '\u00a0';

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE, options);
  formatters.set(key, made);
  return made;
}

/** 1234567.5 → ۱٬۲۳۴٬۵۶۷٫۵ with at most `places` decimals (none by default). */
export const formatNumber = (value: number, places = 0): string =>
  formatter(`n${places}`, { maximumFractionDigits: places }).format(value);

/** A percentage given as a number of percent: 13.5892 → ۱۳٫۵۹٪. */
export const formatPercent = (percent: number, places = 2): string =>
  formatter(`p${places}`, { style: 'percent', maximumFractionDigits: places }).format(percent / 100);

/** ۱٫۲ میلیون, for chart axes and narrow tiles. */
export const formatCompact = (value: number): string =>
  formatter('c', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** A number with its unit, joined by a no-break space: ۱۲٬۰۰۰ تومان. */
export const withUnit = (number: string, unit: string): string => `${number}${NBSP}${unit}`;

const collator = new Intl.Collator('fa', { numeric: true });

/** Persian alphabetical order (پ چ ژ ک گ ی in their places), numbers by value. */
export const compareFa = (a: string, b: string): number => collator.compare(a, b);

/** «الف، ب و ج». */
export const formatList = (items: readonly string[]): string => new Intl.ListFormat(LOCALE).format(items);
