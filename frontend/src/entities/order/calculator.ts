import { BASIS_POINTS, halfUp, percentE4 } from './order.math';
import type { OrderTotals } from './types';

/** What the seller and the shop have agreed on. Percentages in basis points, the bonus in tomans; none is negative. */
export interface Adjustment {
  /** Added profit of the shop, as a share of the sales. */
  readonly percentPoints: number;
  readonly bonus: number;
  /** Discount on the payable amount for paying in cash. */
  readonly cashPoints: number;
}

export const NO_ADJUSTMENT: Adjustment = { percentPoints: 0, bonus: 0, cashPoints: 0 };

/** The highest percentage: 100 %. */
export const MAX_POINTS = 10_000;

export interface Agreed {
  /** The shop's profit after the agreement, tomans. */
  readonly profit: number;
  /** Of the sales, four decimals. */
  readonly percent: number;
  /** What the shop pays after the agreement: sales less profit. */
  readonly payable: number;
}

const POINTS = BigInt(BASIS_POINTS);

export const isAdjusted = ({ percentPoints, bonus, cashPoints }: Adjustment): boolean =>
  percentPoints > 0 || bonus > 0 || cashPoints > 0;

/**
 * The agreement on an order of these sales and this profit, exact to the toman and rounded half up once:
 * sales − max(0, (sales − (profit + sales × percent + bonus)) × (1 − cash)).
 * Without an agreement there is no final profit.
 */
export function agree({ sales, profit }: Pick<OrderTotals, 'sales' | 'profit'>, adjustment: Adjustment): Agreed {
  if (!isAdjusted(adjustment)) return { profit: 0, percent: 0, payable: sales };
  const whole = BigInt(sales);
  // In hundred-millionths of a toman: two percentages of basis points, so nothing is rounded before the end.
  const scale = POINTS * POINTS;
  const left = (whole - BigInt(profit) - BigInt(adjustment.bonus)) * POINTS - whole * BigInt(adjustment.percentPoints);
  const price = left > 0n ? left * (POINTS - BigInt(Math.min(adjustment.cashPoints, MAX_POINTS))) : 0n;
  const final = halfUp(whole * scale - price, scale);
  return { profit: Number(final), percent: percentE4(final, whole), payable: Number(whole - final) };
}

/** The agreement that the footer displays instead of the grand total; null: it displays the grand total. */
export function agreedPayable(totals: Pick<OrderTotals, 'sales' | 'profit'>, adjustment: Adjustment): Agreed | null {
  const agreed = agree(totals, adjustment);
  return isAdjusted(adjustment) && agreed.profit > 0 ? agreed : null;
}

/** «12.5» → 1250; an empty field is 0. At most two decimals, which is all that the field accepts. */
export function pointsOf(typed: string): number {
  const [whole = '', fraction = ''] = typed.split('.');
  return Number(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
}

/** 1250 → «12.5», 0 → an empty field. */
export const pointsText = (points: number): string => (points === 0 ? '' : String(points / 100));
