import { useCallback, useId } from 'react';
import { type ToastAction, type ToastOptions, toast } from '../ui/Toast';
import { type AppError, DROPPED, failureOf } from './appError';
import { type ErrorKey, errorLines } from './errorLines';
import { UNAUTHORIZED } from './httpStatus';

interface MutationToast<Result, Arg = never> {
  /** The toast after a success: a text, or a function of the answer. Left out: no toast. */
  readonly ok?: string | ((result: Result) => string);
  /** Our own sentence, when the server sent no text. */
  readonly fallback?: ErrorKey | undefined;
  readonly options?: ToastOptions | undefined;
  /** The name of what is written: the first line. A later toast with the same name replaces this one. */
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

/** Shows a failure: the server's lines, else our sentence. Nothing for a 401, which leads to the log-in page. */
export function toastError(
  error: AppError,
  { fallback, options }: Pick<MutationToast<never>, 'fallback' | 'options'>,
): void {
  if (error.status !== UNAUTHORIZED) toast.error(errorLines(error, fallback), options);
}

/**
 * Runs a mutation and shows how it ended. Every screen's writes become toasts here. The next run removes the toasts of the
 * last one.
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
