import { readText, removeText, writeText } from '../../shared/lib/storage';

/**
 * The payment that this device went to the gateway with. Its receipt opens when the payer comes back, in whatever way;
 * until then the id is stored, which means nothing to anybody else.
 */
const KEY = 'pishkhan.awaited';

export const awaitHere = (paymentId: string): void => writeText(KEY, paymentId);

export const awaitedHere = (): string | null => readText(KEY);

/** Called when the payer has seen the result. */
export function forgetAwaited(paymentId: string): void {
  if (readText(KEY) === paymentId) removeText(KEY);
}
