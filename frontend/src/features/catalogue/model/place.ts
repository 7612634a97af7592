import { onlyDigits } from '../../../shared/lib/digits';
import { readTabText, writeTabText } from '../../../shared/lib/tabStorage';

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
const REST = 150;
let writing: ReturnType<typeof setTimeout> | undefined;

/** Written when the scroll rests. */
export function notePlace({ pages, top }: Place): void {
  clearTimeout(writing);
  writing = setTimeout(() => {
    writeTabText(PAGES, String(pages));
    writeTabText(TOP, top);
  }, REST);
}

export function notedPlace(): Place | null {
  const pages = Number(onlyDigits(readTabText(PAGES) ?? ''));
  const top = readTabText(TOP) ?? '';
  return pages > 0 && top !== '' ? { pages: Math.min(pages, MOST), top } : null;
}
