import { readText, removeText, writeText } from '../../shared/lib/storage';

/**
 * The payment that this device went to the gateway with. Its receipt is shown when the payer comes back, however that
 * is; until then the id is kept, which tells nothing to anybody else.
 */
const KEY = 'pishkhan.awaited';

export const awaitHere = (paymentId: string): void => writeText(KEY, paymentId);

export const awaitedHere = (): string | null => readText(KEY);

/** It was shown what became of it. */
export function shownHere(paymentId: string): void {
  if (readText(KEY) === paymentId) removeText(KEY);
}
