import { useEffect } from 'react';
import { toastDuration } from '../ui/Toast';
import { asAppError, type QueryError } from './appError';
import type { ErrorKey } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';
import { toastError } from './useMutationToast';

/** Says a query's failure once, one short toast per line, beside what the page itself shows in its place. */
export function useErrorToast(error: QueryError | undefined, fallback: ErrorKey = 'unknown'): void {
  useEffect(() => {
    const failure = error && asAppError(error);
    if (!failure || failure.status === UNAUTHORIZED) return;
    toastError(failure, { fallback, separate: true, options: { duration: toastDuration.short } });
  }, [error, fallback]);
}
