import type { Plan } from '../../../entities/subscription/types';

/** Tomans of a plan: the price, its VAT rounded half up, and both together. What is paid is the server's figure. */
export function priceOf({ price }: Pick<Plan, 'price'>, vatPercent: number): { vat: number; total: number } {
  const basisPoints = Math.round(vatPercent * 100);
  const vat = Math.floor((price * basisPoints + 5_000) / 10_000);
  return { vat, total: price + vat };
}
