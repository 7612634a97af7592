import { CALM, isReachable, subscribeReachable } from '../shared/api/connection';
import { pauseBefore } from '../shared/lib/pauses';

/**
 * A server that could not be reached is asked until it answers, so that what waits for it can go on: the browser tells
 * of the device's own network alone, and of a tunnel not even that. `ask` is any call.
 */
export function watchConnection(ask: () => Promise<unknown>): void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askAgain = async (): Promise<void> => {
    // What says nothing now is said to nobody, or known to fail.
    if (!document.hidden && navigator.onLine) await ask().catch(() => undefined);
    if (!isReachable()) wait();
  };
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void askAgain(), pauseBefore(tries));
    tries += 1;
  }
  subscribeReachable(() => {
    clearTimeout(timer);
    if (!isReachable()) wait();
    else
      timer = setTimeout(() => {
        tries = 0;
      }, CALM);
  });
}
