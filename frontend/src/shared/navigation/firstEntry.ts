import { noteBelow } from './trail';

/** The router numbers its history entries; the first one of the app has 0. */
export const entryDepth = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Whether nothing of the app lies below this entry, so that Back would leave it. Without a browser's history, never. */
export const isFirstEntry = (): boolean => (window.history.state as { idx?: number } | null)?.idx === 0;

/**
 * Puts a page below the first entry of a visit: Back leads there, and from there out of the app. The page on show has
 * to be pushed above it at once: the router still takes it for the first one.
 */
export function putBelowFirst(pathname: string): void {
  window.history.replaceState({ usr: null, key: 'below', idx: 0 }, '', pathname);
  noteBelow({ key: 'below', pathname });
}
