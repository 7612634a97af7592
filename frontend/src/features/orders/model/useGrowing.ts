import { startTransition, useEffect, useState } from 'react';
import { moduleMap } from '../../../shared/lib/store';
import { useEntryKey } from '../../../shared/navigation/entry';

/** Entries of the history whose page was drawn whole: who comes back needs its whole height to be where they were. */
const whole = moduleMap<string, true>();

/** How many of `total` heavy items to draw: `step` at once, the others after them, so that no key or finger waits. */
export function useGrowing(total: number, step: number): number {
  const entry = useEntryKey();
  const [drawn, setDrawn] = useState(() => (whole.has(entry) ? Number.POSITIVE_INFINITY : step));
  useEffect(() => {
    if (drawn >= total) whole.set(entry, true);
    else startTransition(() => setDrawn(drawn + step));
  }, [drawn, total, step, entry]);
  return drawn;
}
