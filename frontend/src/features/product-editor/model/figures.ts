/** What the derived figures of a type are worked out from; tomans a piece. */
export interface Priced {
  readonly buyPrice: number;
  readonly sellPrice: number;
  readonly piecesPerUnit: number;
}

/** What follows from a type's prices, exactly as the server computes it. */
export interface Figures {
  /** Tomans a piece, never below 0. */
  readonly profit: number;
  /** Of the sell price, two decimals, half up; 0 when nothing is asked for. */
  readonly percent: number;
  /** What a whole selling unit costs the shop, in tomans. */
  readonly packagePrice: number;
}

const PERCENT = 100n;

/** `part` in percent of `whole`, two decimals, half up; in whole numbers, so that no digit is lost on the way. */
function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  const hundredths = (BigInt(part) * PERCENT * PERCENT * 2n + BigInt(whole)) / (2n * BigInt(whole));
  return Number(hundredths) / Number(PERCENT);
}

export function figuresOf({ buyPrice, sellPrice, piecesPerUnit }: Priced): Figures {
  const profit = Math.max(0, sellPrice - buyPrice);
  return { profit, percent: percentOf(profit, sellPrice), packagePrice: buyPrice * piecesPerUnit };
}

/** The badge of a type (part 2, 9): how far the buy price lies below the sell price; null when it does not. */
export const discountOf = ({ buyPrice, sellPrice }: Pick<Priced, 'buyPrice' | 'sellPrice'>): number | null =>
  sellPrice > buyPrice ? percentOf(sellPrice - buyPrice, sellPrice) : null;
