import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { moduleMap } from '../lib/store';
import { useEntryKey } from '../navigation/entry';

/** An item on the screen: its place in the list, and how many px below the top of the screen its line began. */
interface Anchor {
  readonly id: string;
  readonly index: number;
  readonly offset: number;
}

interface Place {
  readonly anchors: readonly Anchor[];
  /** What the lines measured. */
  readonly sizes: VirtualItem[];
}

/** By entry of the history: whoever comes back finds the item that was there, wherever it stands now. */
const places = moduleMap<string, Place>();
const MAX_PLACES = 30;

export const storedSizes = (entry: string): VirtualItem[] => places.get(entry)?.sizes ?? [];

/** ms in which cards above the place are still measured, pictures come and the header collapses. */
const SETTLING = 1_000;
const REFRESHING = 150;

interface Options {
  readonly virtual: Virtualizer<Window, HTMLElement>;
  readonly items: readonly { readonly id: string }[];
  readonly columns: number;
  readonly name: string;
  readonly listTop: number;
}

/**
 * Holds the items on the screen in place when things above them come, go or grow, and when the user returns to the page.
 * A list that is at its top stays there, and shows what is new. Returns a function that lets go of the place.
 */
export function usePlace({ virtual, items, columns, name, listTop }: Options): () => void {
  const entry = useEntryKey();
  const holding = useRef<readonly Anchor[]>([]);
  const drawn = useRef<readonly (Anchor & { readonly end: number })[]>([]);
  const now = useRef({ virtual, items, columns, name, listTop });

  /** The scroll position at which the anchor that moved least is where it was on the screen. */
  const placeOf = useCallback((anchors: readonly Anchor[]): number | undefined => {
    const { virtual: lines, items: list, columns: perLine } = now.current;
    if (anchors.length === 0) return undefined;
    const at = new Map(list.map(({ id }, index) => [id, index]));
    const moved = ({ id, index }: Anchor): number => Math.abs((at.get(id) ?? Number.POSITIVE_INFINITY) - index);
    const [anchor] = [...anchors].sort((one, other) => moved(one) - moved(other));
    const line = lines.measurementsCache[Math.floor((at.get(anchor?.id ?? '') ?? Number.NaN) / perLine)];
    return anchor && line && Math.round(line.start - anchor.offset);
  }, []);
  const hold = useCallback((): void => {
    const to = placeOf(holding.current);
    if (to !== undefined && Math.abs(window.scrollY - to) >= 1) window.scrollTo(0, to);
  }, [placeOf]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGo = useCallback((): void => {
    clearTimeout(timer.current);
    holding.current = [];
  }, []);
  const holdFor = useCallback(
    (anchors: readonly Anchor[], ms: number): void => {
      letGo();
      holding.current = anchors;
      timer.current = setTimeout(letGo, ms);
    },
    [letGo],
  );
  const onScreen = useCallback((): readonly Anchor[] => {
    const { scrollY: from, innerHeight: height } = window;
    if (from <= now.current.listTop) return [];
    return drawn.current
      .filter(({ offset, end }) => end > from && offset < from + height)
      .map(({ id, index, offset }) => ({ id, index, offset: offset - from }));
  }, []);

  // Uses `drawn` before this render replaces it: it holds what the seller saw.
  useLayoutEffect(() => {
    const was = now.current;
    now.current = { virtual, items, columns, name, listTop };
    if (was.name !== name) {
      letGo();
      if (window.scrollY > listTop) window.scrollTo(0, listTop);
    } else if (was.items !== items || was.columns !== columns) {
      const seen = onScreen();
      const moved = Math.abs((placeOf(seen) ?? window.scrollY) - window.scrollY) >= 1;
      if (moved && holding.current.length === 0) holdFor(seen, REFRESHING);
    }
    hold();
    drawn.current = virtual
      .getVirtualItems()
      .flatMap(({ index: line, start, end }) =>
        items
          .slice(line * columns, (line + 1) * columns)
          .map(({ id }, place) => ({ id, index: line * columns + place, offset: start, end })),
      );
  });

  useLayoutEffect(() => {
    const place = places.get(entry);
    if (place) {
      holdFor(place.anchors, SETTLING);
      // After the router, which scrolls to the height that the page had: still before anything is painted.
      queueMicrotask(hold);
    }
    return () => {
      const anchors = onScreen();
      places.delete(entry);
      if (anchors.length > 0) places.set(entry, { anchors, sizes: now.current.virtual.takeSnapshot() });
      const [oldest] = places.keys();
      if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
    };
  }, [entry, hold, holdFor, onScreen]);

  useEffect(() => {
    // The user's own scrolling ends the holding.
    const listening = new AbortController();
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      window.addEventListener(event, letGo, { passive: true, signal: listening.signal });
    return () => {
      listening.abort();
      letGo();
    };
  }, [letGo]);
  return letGo;
}
