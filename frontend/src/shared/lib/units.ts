import { formatNumber, formatter } from './format';
import { isPersian } from './locale';

/** Keeps the sign on its side; without this mark that depends on the letters before the digits. */
const SIGN_MARK = '\u200f';

/** A number of percent: 13.5892 → ۱۳٫۵۹٪. */
export const formatPercent = (percent: number, places = 2): string =>
  `${formatNumber(percent, places)}${isPersian() ? `${SIGN_MARK}\u066a` : '%'}`;

/** ۱٫۲ میلیون, for chart axes and narrow tiles. */
export const formatCompact = (value: number): string =>
  formatter('c', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** Between a number and its unit: they never break apart. */
export const NBSP = '\u00a0';

const PERSIAN_LETTER = /[\u0620-\u064a\u066e-\u06d3]/;

/** A number with its unit, joined by a no-break space: ۱۲٬۰۰۰ تومان. On an English page a Persian unit follows the number too. */
export function withUnit(number: string, unit: string): string {
  const text = `${number}${NBSP}${unit}`;
  if (isPersian() || !PERSIAN_LETTER.test(unit)) return text;
  return `\u2066${number}${NBSP}\u2068${unit}\u2069\u2069`;
}
