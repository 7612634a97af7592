/**
 * The clock: whole seconds, one timer for the page, aligned to the second, stopped while the page is hidden
 * or while nobody looks. The only module that reads the current time.
 */
type Listener = () => void;

const SECOND = 1000;
const listeners = new Set<Listener>();
let timer: ReturnType<typeof setTimeout> | undefined;
let current = 0;

/** Milliseconds since the epoch, now. */
export const nowMs = (): number => Date.now();

const wholeSecond = (): number => Math.floor(nowMs() / SECOND) * SECOND;

function tick(): void {
  current = wholeSecond();
  for (const listener of listeners) listener();
  timer = setTimeout(tick, SECOND - (nowMs() % SECOND));
}

function stop(): void {
  clearTimeout(timer);
  timer = undefined;
}

function onVisibility(): void {
  stop();
  if (!document.hidden) tick();
}

/** For `useSyncExternalStore`. */
export function subscribeNow(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', onVisibility);
    current = wholeSecond();
    if (!document.hidden) timer = setTimeout(tick, SECOND - (nowMs() % SECOND));
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibility);
    stop();
  };
}

/** The current second; between two ticks always the same number. */
export function nowSnapshot(): number {
  if (listeners.size === 0) current = wholeSecond();
  return current;
}
