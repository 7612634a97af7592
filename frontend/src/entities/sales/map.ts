import type { WireSeriesReply } from '../../shared/api/wire/sales.gen';
import { localDigits } from '../../shared/lib/digits';
import { addDays, daysBetween, type JalaliDate, parseJalali } from '../../shared/lib/jalali';
import type { WireSalesRows } from './wire';

export interface SalesRow {
  readonly id: string;
  readonly name: string;
  /** The type of a product; empty elsewhere. */
  readonly detail: string;
  readonly baskets: number;
  readonly units: number;
  /** Tomans, without tax and shipping. */
  readonly amount: number;
}

export interface SalesDay {
  readonly date: JalaliDate;
  readonly value: number;
}

type WireRow = WireSalesRows['counts'][number];

function nameOf(row: WireRow): Pick<SalesRow, 'name' | 'detail'> {
  if ('productName' in row) return { name: localDigits(row.productName), detail: localDigits(row.typeName) };
  return { name: localDigits('customerName' in row ? row.customerName : row.customerTeritory), detail: '' };
}

/** Largest amount first. Names repeat (two customers of one name), so the place is part of the id. */
export const toSalesRows = ({ counts }: WireSalesRows): readonly SalesRow[] =>
  counts
    .map((row, index) => ({
      id: String(index),
      ...nameOf(row),
      baskets: row.totalOrders,
      units: row.totalQuantity,
      amount: row.totalAmount,
    }))
    .sort((a, b) => b.amount - a.amount);

/** Amounts day by day, oldest first: the server leaves out days without sales, a chart of time must not. */
export function toSeries({ points }: WireSeriesReply): readonly SalesDay[] {
  const amounts = new Map<JalaliDate, number>();
  for (const { date, totalAmount } of points) {
    const day = parseJalali(date);
    if (day) amounts.set(day, totalAmount);
  }
  const days = [...amounts.keys()].sort();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, offset) => {
    const date = addDays(first, offset);
    return { date, value: amounts.get(date) ?? 0 };
  });
}
