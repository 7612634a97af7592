import i18next from 'i18next';
import { useEffect } from 'react';
import { asAppError, type QueryError } from '../../../shared/api/appError';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { toast, toastDuration } from '../../../shared/ui/Toast';

export type LoadFailure = 'catalogueFirst' | 'catalogueMore' | 'catalogueInfo';

/** Which part of the page failed, in the words of part 2, section 8. */
export function loadFailure(what: LoadFailure): string {
  if (what === 'catalogueFirst') return i18next.t('catalogueFirst', { ns: 'errors' });
  if (what === 'catalogueMore') return i18next.t('catalogueMore', { ns: 'errors' });
  return i18next.t('catalogueInfo', { ns: 'errors' });
}

/** The sentence of the part that failed, and below it what the server says of it. */
export function failureLines(error: QueryError, what: LoadFailure): readonly string[] {
  return [...new Set([loadFailure(what), ...asAppError(error).lines])];
}

/** Says a failure to load once, beside what the page shows in its place; it goes when the load has worked after all. */
export function useLoadToast(error: QueryError | undefined, what: LoadFailure): void {
  useEffect(() => {
    if (!error || asAppError(error).status === UNAUTHORIZED) return undefined;
    const about = `catalogue/${what}`;
    toast.error(failureLines(error, what), { duration: toastDuration.medium, about });
    return () => toast.dismiss(about);
  }, [error, what]);
}
