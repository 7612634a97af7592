import { nowMs } from '../../../shared/lib/now';

/** Runs at most once in `ms` milliseconds; what comes sooner is dropped. */
export function atMostEvery(ms: number, run: () => void, now: () => number = nowMs): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const at = now();
    if (at - last < ms) return;
    last = at;
    run();
  };
}
