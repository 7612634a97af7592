import { useEffect } from 'react';
import { toast, toastDuration } from '../ui/Toast';
import { asAppError, type QueryError } from './appError';
import { type ErrorKey, errorLines } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';

/** The screens whose messages have a time of their own. */
const times: Partial<Record<ErrorKey, number>> = {
  catalogueInfo: toastDuration.medium,
  settingsLoad: toastDuration.long,
  productLoad: toastDuration.medium,
};

/**
 * Shows a query's failure once, one toast per line after the other, beside what the page itself shows in its place. It
 * goes when the query has succeeded after all, and with the page.
 */
export function useErrorToast(error: QueryError | undefined, fallback: ErrorKey = 'unknown'): void {
  useEffect(() => {
    const failure = error && asAppError(error);
    if (!failure || failure.status === UNAUTHORIZED) return;
    const lines = errorLines(failure, fallback);
    const duration = times[fallback] ?? toastDuration.default;
    // The newest is shown first, and the first line is read first.
    for (const line of [...lines].reverse()) toast.error(line, { duration });
    return () => {
      for (const line of lines) toast.dismiss(line);
    };
  }, [error, fallback]);
}
