import type { WireChangeRow } from '../../../shared/api/wire/imports.gen';
import type { ChangedRow, ImportPreview } from '../api/wire';

/** Columns of the file whose values are numbers. */
const NUMBERS: readonly string[] = ['pieces_per_unit', 'buy_price', 'sell_price', 'stock'];

/** Whether the file would change anything. */
export const isWorthIt = ({ created, updated }: ImportPreview): boolean => created + updated > 0;

export const hasJump = (row: ChangedRow): boolean => row.changes.some(({ jump }) => jump);

/** The number that a value of this column is; null for words. */
export function numberIn(field: string, value: string): number | null {
  if (!NUMBERS.includes(field) || !/^\d+$/.test(value)) return null;
  return Number(value);
}

/** By how many percent a number goes up or down; null where that says nothing. */
export function percentOf({ field, from, to }: WireChangeRow): number | null {
  const [before, after] = [numberIn(field, from), numberIn(field, to)];
  return before === null || after === null || before === 0 ? null : Math.round(((after - before) * 100) / before);
}

/** How many changed and refused rows the preview's lists leave out, because they are cut at 500. */
export function leftOut({ rows, problems, created, updated, failed }: ImportPreview) {
  const refused = new Set(problems.map(({ row }) => row)).size;
  return { rows: Math.max(0, created + updated - rows.length), problems: Math.max(0, failed - refused) };
}
