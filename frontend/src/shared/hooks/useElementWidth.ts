import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in whole px, up to date; `initial` where nothing is laid out. */
export function useElementWidth(element: RefObject<HTMLElement | null>, initial: number): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const take = (measured: number | undefined) => {
      if (measured !== undefined && measured > 0) setWidth(Math.round(measured));
    };
    // Before anything is painted: a frame that is drawn too wide could be scrolled sideways.
    take(target.clientWidth);
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver((entries) => take(entries[0]?.contentRect.width));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
