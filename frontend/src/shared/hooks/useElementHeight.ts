import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of an element in px as laid out (a transform does not count), up to date; 0 before the first layout. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setHeight(target.offsetHeight);
    // A page that is printed at once cannot wait for the observer.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
