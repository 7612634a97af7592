import { CALM, isReachable, subscribeReachable } from '../shared/api/connection';
import { pauseBefore } from '../shared/lib/pauses';

/**
 * Asks an unreachable server until it answers, so that everything that waits for it can go on: the browser reports only
 * the device's own network, and a tunnel not even that. `ask` is any call.
 */
export function watchConnection(ask: () => Promise<unknown>): void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askAgain = async (): Promise<void> => {
    // Not while the page is hidden, or while the device is known to be offline.
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
