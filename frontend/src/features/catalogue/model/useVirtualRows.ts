import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { drawn, type Row } from './rows';

/** Lines above and below the screen that are drawn as well. */
const OVERSCAN = 2;
/** What the cards of this visit measured, by list: who comes back finds the same heights, and the scroll its place. */
const measured = new Map<string, VirtualItem[]>();
const KEPT_LISTS = 4;

function keep(list: string, sizes: VirtualItem[]): void {
  measured.delete(list);
  measured.set(list, sizes);
  const [oldest] = measured.keys();
  if (measured.size > KEPT_LISTS && oldest !== undefined) measured.delete(oldest);
}

/** How far below the top of the document an element begins, kept current. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Whatever grows above the list makes the page longer.
    observer.observe(document.body);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return top;
}

interface VirtualRows {
  readonly items: readonly VirtualItem[];
  readonly height: number;
  /** Where the list begins in the document. */
  readonly top: number;
  /** The line at the top of the screen, and the last one of it. */
  readonly first: number;
  readonly last: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly scrollTo: (index: number) => void;
}

interface Options {
  readonly list: RefObject<HTMLElement | null>;
  /** Names the list that is shown: what its cards measured is kept under it. */
  readonly name: string;
  readonly rows: readonly Row[];
  /** px, before a line was measured. */
  readonly estimate: number;
  readonly gap: number;
  /** Lines that stay, wherever the page is scrolled to. */
  readonly held: readonly number[];
  /** px that a sticky bar covers. */
  readonly covered: number;
}

/** The lines near the screen out of thousands; the window scrolls. */
export function useVirtualRows({ list, name, rows, estimate, gap, held, covered }: Options): VirtualRows {
  const top = useTop(list);
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const rangeExtractor = useCallback((range: Range) => drawn(defaultRangeExtractor(range), held, range.count), [held]);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: () => estimate,
    getItemKey,
    rangeExtractor,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: covered,
    initialMeasurementsCache: measured.get(name) ?? [],
  });
  useEffect(
    () => () => {
      keep(name, virtual.takeSnapshot());
    },
    [name, virtual],
  );
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'start' }), [virtual]);
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    top,
    first: virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + covered)?.index ?? 0,
    last: virtual.range?.endIndex ?? 0,
    measure: virtual.measureElement,
    scrollTo,
  };
}
