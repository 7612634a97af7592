import {
  defaultRangeExtractor,
  type Range as LineRange,
  measureElement,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { useEntryKey } from '../navigation/entry';
import { storedSizes, usePlace } from './usePlace';

/** Lines above and below the screen that are drawn as well. */
const OVERSCAN = 2;

/** Where a list begins in the document, and how wide it is, up to date; null until it was measured. */
function useFrame(list: RefObject<HTMLElement | null>) {
  const [frame, setFrame] = useState<{ readonly top: number; readonly width: number } | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (!box) return;
      const next = { top: Math.round(box.top + window.scrollY), width: Math.round(box.width) };
      setFrame((was) => (was?.top === next.top && was.width === next.width ? was : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Whatever grows above the list makes the page longer.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return frame;
}

interface Options {
  readonly list: RefObject<HTMLElement | null>;
  readonly items: readonly { readonly id: string }[];
  /** When it changes, the list begins at its top. */
  readonly name: string;
  /** px of the narrowest card; undefined for one column. */
  readonly column: number | undefined;
  /** px of a line that was not measured yet. */
  readonly estimate: number;
  /** Items that stay in the document, wherever the page is scrolled to. */
  readonly held: readonly number[];
  /** px that a sticky bar covers. */
  readonly covered: number;
  /** px between lines. */
  readonly gap: number;
}

/** The lines near the screen out of thousands; the window scrolls. */
export function useVirtualLines(options: Options) {
  const { list, items, name, column, estimate, held, covered, gap } = options;
  const frame = useFrame(list);
  const { top: listTop, width } = frame ?? { top: 0, width: 0 };
  const columns = column === undefined ? 1 : Math.max(1, Math.floor((width + gap) / (column + gap)));
  // A line keeps its measured height while others join the list.
  const getItemKey = useCallback((line: number) => `${columns}:${items[line * columns]?.id ?? line}`, [items, columns]);
  const rangeExtractor = useCallback(
    (range: LineRange) => {
      const lines = held.map((index) => Math.floor(index / columns)).filter((line) => line >= 0 && line < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...lines])].sort((one, other) => one - other);
    },
    [held, columns],
  );
  const entry = useEntryKey();
  const [sizes] = useState(() => storedSizes(entry));
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: Math.ceil(items.length / columns),
    estimateSize: () => estimate,
    getItemKey,
    rangeExtractor,
    gap,
    overscan: OVERSCAN,
    // While a paper is printed the page is hidden: its lines keep the heights that they have on the screen.
    measureElement: (line, change, all) =>
      window.matchMedia('print').matches
        ? (all.measurementsCache[all.indexFromElement(line)]?.size ?? estimate)
        : measureElement(line, change, all),
    scrollMargin: listTop,
    scrollPaddingStart: covered,
    initialMeasurementsCache: sizes,
  });
  const lines = virtual.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const isNear = ({ index }: VirtualItem): boolean => index >= startIndex - OVERSCAN && index <= endIndex + OVERSCAN;
  const letGo = usePlace({ virtual, items, columns, name, listTop: listTop - covered });
  const scrollToLine = useCallback(
    (line: number) => {
      letGo();
      virtual.scrollToIndex(line, { align: 'start' });
    },
    [virtual, letGo],
  );
  return {
    /** False in the first render, whose one column is a guess: the lines change once the width is known. */
    measured: frame !== null,
    columns,
    /** Those that are drawn: all near the screen, and the held ones elsewhere. */
    lines,
    isNear,
    height: virtual.getTotalSize(),
    listTop,
    /** The line at the top of the screen, and the last one of it. */
    first: virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + covered)?.index ?? 0,
    last: endIndex,
    measure: virtual.measureElement,
    scrollToLine,
  };
}
