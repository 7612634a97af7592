import { onlyDigits } from '../../../shared/lib/digits';
import { readTabText, writeTabTextLater } from '../../../shared/lib/tabStorage';

/** Keys of the specification (part 2, 2.5). */
const PAGES = 'seller_page';
const TOP = 'seller_top_product_id';

/** Where the seller was in the list. */
export interface Place {
  /** How many pages were loaded. */
  readonly pages: number;
  /** The product at the top of the screen. */
  readonly top: string;
}

/** Nobody waits for more pages than these to come back to where he was. */
const MOST = 100;

/** Storage is slow beside a line of cards: what the scroll passes by is not written. */
export function notePlace({ pages, top }: Place): void {
  writeTabTextLater(PAGES, () => String(pages));
  writeTabTextLater(TOP, () => top);
}

export function notedPlace(): Place | null {
  const pages = Number(onlyDigits(readTabText(PAGES) ?? ''));
  const top = readTabText(TOP) ?? '';
  return pages > 0 && top !== '' ? { pages: Math.min(pages, MOST), top } : null;
}
