/** A value or a plain error, for functions whose failure is an answer. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

export const mapOk = <T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> =>
  result.ok ? ok(change(result.value)) : result;

export const valueOr = <T, E>(result: Result<T, E>, fallback: T): T => (result.ok ? result.value : fallback);
