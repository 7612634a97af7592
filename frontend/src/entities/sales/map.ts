import type { WireSeriesReply } from '../../shared/api/wire/sales.gen';
import { localDigits } from '../../shared/lib/digits';
import { addDays, daysBetween, type JalaliDate, parseJalali } from '../../shared/lib/jalali';
import type { WireSalesRows } from './wire';

export type SalesRow = ReturnType<typeof toSalesRows>[number];
export type SalesDay = ReturnType<typeof toSeries>[number];

/** `detail`: the type of a product; empty elsewhere. */
function nameOf(row: WireSalesRows['counts'][number]) {
  if ('productName' in row) return { name: localDigits(row.productName), detail: localDigits(row.typeName) };
  return { name: localDigits('customerName' in row ? row.customerName : row.customerTeritory), detail: '' };
}

/** Largest amount first. Names may repeat (two customers of one name), so the id is the server's place. */
export const toSalesRows = ({ counts }: WireSalesRows) =>
  counts
    .map((row, index) => ({
      id: String(index),
      ...nameOf(row),
      baskets: row.totalOrders,
      units: row.totalQuantity,
      /** Tomans, without tax and shipping. */
      amount: row.totalAmount,
    }))
    .sort((a, b) => b.amount - a.amount);

/** Amounts day by day, oldest first, with the days without sales, which the server leaves out and a chart needs. */
export function toSeries({ points }: WireSeriesReply) {
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
