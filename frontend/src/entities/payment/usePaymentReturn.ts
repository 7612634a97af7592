import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { asAppError, isPassing } from '../../shared/api/appError';
import { errorLines } from '../../shared/api/errorLines';
import { TOO_MANY_REQUESTS } from '../../shared/api/httpStatus';
import { usePaymentQuery } from './endpoints';
import type { PaymentDetails } from './types';

/** What is known about the payment in the address. */
export type PaymentReturn =
  | { readonly kind: 'none' }
  /** Not settled yet, and asked about again. `lines`: why the last question failed; `payment`: null before an answer. */
  | { readonly kind: 'asking'; readonly lines: readonly string[]; readonly payment: PaymentDetails | null }
  | { readonly kind: 'paid' | 'cancelled' | 'failed' | 'expired'; readonly payment: PaymentDetails }
  /** There is no such payment, or its answer cannot be read. */
  | { readonly kind: 'unknown'; readonly lines: readonly string[] };

export type KnownPayment = Exclude<PaymentReturn, { readonly kind: 'none' }>;

/** ms between two questions; LONGEST after these. */
const PAUSES = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000] as const;
const LONGEST = 30_000;

/**
 * The payment of `?payment=…` (`useUrlSheet('payment').value` in routes/), read again at growing intervals until the
 * bank has answered. It only reads: Back and a reload repeat nothing.
 */
export function usePaymentReturn(id: string | null): PaymentReturn {
  const { currentData, error, isFetching, refetch } = usePaymentQuery(id ?? skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const failure = error && asAppError(error);
  const passing = failure && (isPassing(failure) || failure.status === TOO_MANY_REQUESTS);
  const state = currentData?.state ?? 'pending';
  const asks = id !== null && state === 'pending' && (failure === undefined || passing === true);

  const [asked, setAsked] = useState({ id, times: 0 });
  const times = asked.id === id ? asked.times : 0;
  useEffect(() => {
    if (!asks || isFetching) return undefined;
    const timer = setTimeout(() => {
      // An answer may come before the fetching state was rendered, so the count starts the next pause.
      void refetch().then(() => setAsked({ id, times: times + 1 }));
    }, PAUSES[times] ?? LONGEST);
    return () => clearTimeout(timer);
  }, [asks, isFetching, refetch, id, times]);

  if (id === null) return { kind: 'none' };
  // A settled payment stays settled, even when a later question fails.
  if (currentData && state !== 'pending') {
    return { kind: state === 'failed' && currentData.cancelled ? 'cancelled' : state, payment: currentData };
  }
  if (failure && passing !== true) return { kind: 'unknown', lines: errorLines(failure, 'server') };
  return { kind: 'asking', lines: failure ? errorLines(failure, 'server') : [], payment: currentData ?? null };
}
