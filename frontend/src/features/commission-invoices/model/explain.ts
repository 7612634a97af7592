import type { InvoiceLine } from './types';

/** In one percent: 100 basis points. */
const BASIS_POINTS = 100;
const WHOLE = 10_000;

/** Rate × base, rounded half up; null for a line that is not such a product. */
function productOf({ cooperation, commission, sales, orders }: InvoiceLine): number | null {
  if (cooperation === 'percentage') {
    const size = BigInt(Math.abs(sales)) * BigInt(Math.round(commission * BASIS_POINTS));
    const rounded = Number((2n * size + BigInt(WHOLE)) / BigInt(2 * WHOLE));
    return sales < 0 ? -rounded : rounded;
  }
  return cooperation === 'basket' ? commission * orders : null;
}

/** How a line's amount was calculated. `near`: the difference of two rounded amounts, not one product. */
export type Explained = { readonly how: 'percentage' | 'basket'; readonly near: boolean } | { readonly how: 'plain' };

/** Only lines whose amount is rate × base are explained this way; a fixed amount and a credit are not. */
export function explain(line: InvoiceLine): Explained {
  const product = line.kind === 'credit' ? null : productOf(line);
  if (product === null || (line.cooperation !== 'percentage' && line.cooperation !== 'basket')) return { how: 'plain' };
  const off = Math.abs(product - line.amount);
  if (off > 1) return { how: 'plain' };
  return { how: line.cooperation, near: off === 1 };
}
