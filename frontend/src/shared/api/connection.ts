import { pauseBefore } from '../lib/pauses';

/** Whether the last call reached the server. A small store of its own: it changes outside React and outside Redux. */
type Listener = () => void;

/** ms of answers after which a loss is the first again. */
export const CALM = 60_000;

const listeners = new Set<Listener>();
const returning = new Set<Listener>();
let reachable = true;
/** Without a calm between them. */
let losses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tellBack(): void {
  timer = setTimeout(forgetLosses, CALM);
  for (const run of returning) run();
}

/**
 * What waits goes on with the first answer. Lost again, it waits longer each time: a call that never comes, among others
 * that do, would have all of them asked for without end.
 */
export function noteReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  clearTimeout(timer);
  if (!now) losses += 1;
  for (const listener of listeners) listener();
  if (!now) return;
  if (losses === 1) tellBack();
  else timer = setTimeout(tellBack, pauseBefore(losses - 2));
}

/** As after a calm. */
export function forgetLosses(): void {
  losses = 0;
}

export const isReachable = (): boolean => reachable;

export function subscribeReachable(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls back when what waits may go on: the server answers after it did not. */
export function onAnswer(run: Listener): () => void {
  returning.add(run);
  return () => {
    returning.delete(run);
  };
}

/** Calls back when there is a network again: the device says so, or the server answers after it did not. */
export function onBack(run: Listener): () => void {
  window.addEventListener('online', run);
  const unsubscribe = onAnswer(run);
  return () => {
    window.removeEventListener('online', run);
    unsubscribe();
  };
}
