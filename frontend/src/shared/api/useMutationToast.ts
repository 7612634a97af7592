import { useCallback, useId } from 'react';
import { type ToastOptions, toast } from '../ui/Toast';
import { type AppError, isAppError } from './appError';
import { type ErrorKey, errorLines } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';

interface MutationToast<Result> {
  /** Shown after success: a text, or one made from the answer. Left out: nothing is shown. */
  readonly ok?: string | ((result: Result) => string);
  /** Our own sentence, when the server sent no text. */
  readonly fallback?: ErrorKey;
  /** One toast per line instead of one with all of them. */
  readonly separate?: boolean;
  readonly options?: ToastOptions | undefined;
}

/** What RTK Query's mutation trigger returns. */
interface Running<Result> {
  unwrap: () => Promise<Result>;
}

export type Outcome<Result> =
  | { readonly ok: true; readonly data: Result }
  | { readonly ok: false; readonly error: AppError };

/** Shows a failure to the user: the server's lines, else our sentence. */
export function toastError(error: AppError, { fallback, separate = false, options }: MutationToast<never> = {}): void {
  const lines = errorLines(error, fallback);
  if (separate) for (const line of lines) toast.error(line, options);
  else toast.error(lines, options);
}

/**
 * Runs a mutation and shows how it ended; the one place where a screen's writes become toasts. What the last run showed
 * goes when the next one begins. A 401 shows nothing here: the log-in page follows.
 *
 *     const save = useMutationToast(useSaveOrderMutation()[0], { ok: t('saved'), fallback: 'server' });
 */
export function useMutationToast<Arg, Result>(
  trigger: (arg: Arg) => Running<Result>,
  texts: MutationToast<Result> = {},
): (arg: Arg) => Promise<Outcome<Result>> {
  const { ok, fallback, separate, options } = texts;
  const id = useId();
  const about = options?.about ?? id;
  return useCallback(
    async (arg: Arg): Promise<Outcome<Result>> => {
      toast.dismiss(about);
      try {
        const data = await trigger(arg).unwrap();
        if (ok !== undefined) toast.success(typeof ok === 'string' ? ok : ok(data), { ...options, about });
        return { ok: true, data };
      } catch (error) {
        if (!isAppError(error)) throw error;
        if (error.status !== UNAUTHORIZED) {
          toastError(error, {
            ...(fallback && { fallback }),
            ...(separate !== undefined && { separate }),
            // Lines of their own stand side by side.
            options: separate ? options : { ...options, about },
          });
        }
        return { ok: false, error };
      }
    },
    [trigger, ok, fallback, separate, options, about],
  );
}
