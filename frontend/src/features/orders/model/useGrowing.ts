import { startTransition, useEffect, useState } from 'react';
import { moduleMap } from '../../../shared/lib/store';
import { useEntryKey } from '../../../shared/navigation/entry';

/** History entries whose page was rendered whole: going back to one needs its full height for the scroll position. */
const whole = moduleMap<string, true>();

/** How many of `total` heavy items to render: `step` at first, the others in later steps, so that input never waits. */
export function useGrowing(total: number, step: number): number {
  const entry = useEntryKey();
  const [count, setCount] = useState(() => (whole.has(entry) ? Number.POSITIVE_INFINITY : step));
  useEffect(() => {
    if (count >= total) whole.set(entry, true);
    else startTransition(() => setCount(count + step));
  }, [count, total, step, entry]);
  return count;
}
