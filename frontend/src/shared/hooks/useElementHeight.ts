import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of an element in px, as it is laid out (a transform does not count), kept current; 0 until measured. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(target.offsetHeight);
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return height;
}
