import i18next from 'i18next';
import { useEffect } from 'react';
import { toast, toastDuration } from '../ui/Toast';
import { asAppError, type QueryError } from './appError';
import { type ErrorKey, errorLines } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';

/** Screens whose messages stay for a time of their own. */
const times: Partial<Record<ErrorKey, number>> = {
  catalogueFirst: toastDuration.medium,
  catalogueMore: toastDuration.medium,
  catalogueInfo: toastDuration.medium,
  settingsLoad: toastDuration.long,
  productLoad: toastDuration.medium,
};

/** Our sentence about what failed, with the server's lines below it. */
export const sentenceAndLines = (failure: QueryError, sentence: ErrorKey): readonly string[] => [
  ...new Set([i18next.t(sentence, { ns: 'errors' }), ...asAppError(failure).lines]),
];

/**
 * Shows a query's failure once, one toast per line, beside what the page itself displays. The toasts go when the query
 * succeeds after all, and with the page. `how`: our own sentence, in place of the server's lines where it sent none, or
 * above them in the same toast.
 */
export function useErrorToast(
  error: QueryError | undefined,
  fallback: ErrorKey = 'unknown',
  how: 'instead' | 'above' = 'instead',
): void {
  useEffect(() => {
    const failure = error && asAppError(error);
    if (!failure || failure.status === UNAUTHORIZED) return;
    const duration = times[fallback] ?? toastDuration.default;
    const toasts =
      how === 'above'
        ? [{ about: `failure/${fallback}`, text: sentenceAndLines(failure, fallback) }]
        : errorLines(failure, fallback).map((line) => ({ about: line, text: line }));
    // The newest toast is on top, and the first line must be read first.
    for (const { about, text } of [...toasts].reverse()) toast.error(text, { duration, about });
    return () => {
      for (const { about } of toasts) toast.dismiss(about);
    };
  }, [error, fallback, how]);
}
