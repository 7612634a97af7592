import { useCallback, useId } from 'react';
import { type ToastAction, type ToastOptions, toast } from '../ui/Toast';
import { type AppError, DROPPED, failureOf } from './appError';
import { type ErrorKey, errorLines } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';

interface MutationToast<Result, Arg = never> {
  /** Shown after success: a text, or one made from the answer. Left out: nothing is shown. */
  readonly ok?: string | ((result: Result) => string);
  /** Our own sentence, when the server sent no text. */
  readonly fallback?: ErrorKey | undefined;
  readonly options?: ToastOptions | undefined;
  /** The name of what is written: the first line, and what a later toast about it replaces. */
  readonly thing?: (arg: Arg) => string;
  readonly undo?: (arg: Arg) => ToastAction;
}

/** What RTK Query's mutation trigger returns. */
interface Running<Result> {
  unwrap: () => Promise<Result>;
}

export type Outcome<Result> =
  | { readonly ok: true; readonly data: Result }
  | { readonly ok: false; readonly error: AppError };

/** Shows a failure to the user: the server's lines, else our sentence. Of a 401 the log-in page tells. */
export function toastError(
  error: AppError,
  { fallback, options }: Pick<MutationToast<never>, 'fallback' | 'options'>,
): void {
  if (error.status !== UNAUTHORIZED) toast.error(errorLines(error, fallback), options);
}

/**
 * Runs a mutation and shows how it ended; the one place where a screen's writes become toasts. What the last run showed
 * goes when the next one begins. A 401 shows nothing here: the log-in page follows.
 *
 *     const save = useMutationToast(useSaveOrderMutation()[0], { ok: t('saved'), fallback: 'server' });
 */
export function useMutationToast<Arg, Result>(
  trigger: (arg: Arg) => Running<Result>,
  texts: MutationToast<Result, Arg> = {},
): (arg: Arg) => Promise<Outcome<Result>> {
  const { ok, fallback, options, thing, undo } = texts;
  const id = useId();
  return useCallback(
    async (arg: Arg): Promise<Outcome<Result>> => {
      const name = thing?.(arg) ?? options?.thing;
      const about = options?.about ?? name ?? id;
      toast.dismiss(about);
      try {
        const data = await trigger(arg).unwrap();
        if (ok !== undefined) {
          const text = typeof ok === 'string' ? ok : ok(data);
          toast.success(text, { ...options, thing: name, about, action: undo?.(arg) });
        }
        return { ok: true, data };
      } catch (thrown) {
        const error = failureOf(thrown);
        if (error !== DROPPED) toastError(error, { fallback, options: { ...options, thing: name, about } });
        return { ok: false, error };
      }
    },
    [trigger, ok, fallback, options, thing, undo, id],
  );
}
