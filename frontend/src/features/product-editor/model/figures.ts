import type { CatalogueType } from '../../../entities/product/catalogue/types';

type Prices = Pick<CatalogueType, 'buyPrice' | 'sellPrice'>;

const PERCENT = 100n;

/** `part` in percent of `whole`, two decimals, half up; in whole numbers, so that no digit is lost on the way. */
function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  const hundredths = (BigInt(part) * PERCENT * PERCENT * 2n + BigInt(whole)) / (2n * BigInt(whole));
  return Number(hundredths) / Number(PERCENT);
}

/**
 * What follows from a type's prices, exactly as the server computes it: profit a piece, never below 0; its percent of
 * the sell price, 0 when nothing is asked for; what a whole selling unit costs the shop.
 */
export function figuresOf({ buyPrice, sellPrice, piecesPerUnit }: Prices & Pick<CatalogueType, 'piecesPerUnit'>) {
  const profit = Math.max(0, sellPrice - buyPrice);
  return { profit, percent: percentOf(profit, sellPrice), packagePrice: buyPrice * piecesPerUnit };
}

/** The badge of a type (part 2, 9): how far the buy price lies below the sell price; null when it does not. */
export const discountOf = ({ buyPrice, sellPrice }: Prices): number | null =>
  sellPrice > buyPrice ? percentOf(sellPrice - buyPrice, sellPrice) : null;
