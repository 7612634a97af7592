import { useEffect, useRef, useState } from 'react';
import { nowMs } from '../lib/now';

const SHOW_AFTER = 200;
const SHOW_AT_LEAST = 400;

/**
 * Whether to draw the skeleton: only when loading has lasted 200 ms, and then for at least 400 ms,
 * so that a fast answer does not flash.
 */
export function useSteadyLoading(loading: boolean): boolean {
  const [visible, setVisible] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (loading === visible) return undefined;
    const wait = loading ? SHOW_AFTER : Math.max(0, since.current + SHOW_AT_LEAST - nowMs());
    const timer = setTimeout(() => {
      since.current = nowMs();
      setVisible(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, visible]);
  return visible;
}
