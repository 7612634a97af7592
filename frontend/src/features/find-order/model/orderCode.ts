import { toLatin } from '../../../shared/lib/digits';

const YEAR = 4;
const MONTH = 2;
const COUNTER = 6;
const MAX_COUNTER = 9;
const FIRST_YEAR = 1300;
const LAST_YEAR = 1499;
const MONTHS = 12;

/** Year, month and counter, from digits with or without something between them. */
function partsOf(groups: readonly string[]): readonly string[] {
  const [first = '', ...rest] = groups;
  if (first.length > YEAR) return [first.slice(0, YEAR), ...partsAfterYear([first.slice(YEAR), ...rest])];
  return [first, ...partsAfterYear(rest)];
}

function partsAfterYear(groups: readonly string[]): readonly string[] {
  const [month = '', ...rest] = groups;
  return month.length > MONTH ? [month.slice(0, MONTH), month.slice(MONTH), ...rest] : groups;
}

/**
 * The code `1405-08-000123` for what somebody types, pastes or hears: `۱۴۰۵ ۸ ۱۲۳`, `1405-08-000123`, `140508123`. Null
 * when the text is no code.
 */
export function orderCodeOf(text: string): string | null {
  const [year = '', month = '', counter = '', ...more] = partsOf(toLatin(text).match(/\d+/g) ?? []);
  const inRange = Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR;
  if (year.length !== YEAR || !inRange || more.length > 0) return null;
  if (Number(month) < 1 || Number(month) > MONTHS) return null;
  if (Number(counter) < 1 || counter.length > MAX_COUNTER) return null;
  return `${year}-${month.padStart(MONTH, '0')}-${String(Number(counter)).padStart(COUNTER, '0')}`;
}
