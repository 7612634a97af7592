import { moduleMap, moduleStore } from './store';

/**
 * The clock: whole seconds, one timer for the page, aligned to the second, stopped while the page is hidden
 * or while nobody looks. The only module that reads the current time.
 */
type Listener = () => void;

const SECOND = 1000;
const listeners = moduleMap<Listener, true>();

interface Clock {
  readonly second: number;
  readonly timer?: ReturnType<typeof setTimeout>;
}

const clock = moduleStore<Clock>(() => ({ second: 0 }));

/** Milliseconds since the epoch, now. */
export const nowMs = (): number => Date.now();

const wholeSecond = (): number => Math.floor(nowMs() / SECOND) * SECOND;

const start = (): void => clock.set({ second: wholeSecond(), timer: setTimeout(tick, SECOND - (nowMs() % SECOND)) });

function tick(): void {
  start();
  for (const listener of listeners.keys()) listener();
}

const stopTimer = (): void => clearTimeout(clock.get().timer);

function onVisibility(): void {
  stopTimer();
  if (!document.hidden) tick();
}

/** For `useSyncExternalStore`. */
export function subscribeNow(listener: Listener): () => void {
  listeners.set(listener, true);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', onVisibility);
    start();
    if (document.hidden) stopTimer();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    stopTimer();
  };
}

/** The current second; between two ticks always the same number. */
export const nowSnapshot = (): number => (listeners.size === 0 ? wholeSecond() : clock.get().second);
