import type { Plan } from '../../../entities/subscription/types';

/** VAT (rounded half up) and total of a plan in tomans. For display: the server computes the amount that is paid. */
export function priceOf({ price }: Pick<Plan, 'price'>, vatPercent: number): { vat: number; total: number } {
  const basisPoints = Math.round(vatPercent * 100);
  const vat = Math.floor((price * basisPoints + 5_000) / 10_000);
  return { vat, total: price + vat };
}
