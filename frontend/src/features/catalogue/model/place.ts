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

/** More pages than these are not loaded to come back to the place. */
const MOST = 100;

/** Written later, because storage is too slow for every line of cards that a scroll passes. */
export function notePlace(place: Place): void {
  writeTabTextLater(PAGES, () => String(place.pages));
  writeTabTextLater(TOP, () => place.top);
}

export function notedPlace(): Place | null {
  const pages = Number(onlyDigits(readTabText(PAGES) ?? ''));
  const productId = readTabText(TOP) ?? '';
  return pages > 0 && productId !== '' ? { pages: Math.min(pages, MOST), top: productId } : null;
}
