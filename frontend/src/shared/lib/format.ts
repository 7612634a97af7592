import { locale } from './locale';
import { moduleMap } from './store';

/**
 * Numbers for the screen, in the digits of the language; the only module that formats them. Amounts are whole tomans.
 *
 * In running text digits are proportional; `tabular` of the theme is for columns, and then for the whole column. The
 * percent sign follows its number in reading order, in texts and in fields. Stored texts are displayed by
 * `localDigits`, days and times by `jalali`: `1405/09/01 · 14:14`.
 */
const formatters = moduleMap<string, Intl.NumberFormat>();

/** For other modules that format. */
export function formatter(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${name}`;
  const known = formatters.get(key) ?? new Intl.NumberFormat(locale(), options);
  formatters.set(key, known);
  return known;
}

/** 1234567.5 → ۱٬۲۳۴٬۵۶۷٫۵ with at most `places` decimals (none by default). */
export const formatNumber = (value: number, places = 0): string =>
  formatter(`n${places}`, { maximumFractionDigits: places }).format(value);
