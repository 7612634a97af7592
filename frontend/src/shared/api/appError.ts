import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/**
 * The one shape of a failure, plain data that the store can hold.
 * `lines` are the server's own texts, ready to show; when empty the screen says its own sentence.
 */
export interface AppError {
  /** http: the server answered; offline: no answer; contract: an answer of an unexpected shape. */
  readonly kind: 'http' | 'offline' | 'contract';
  readonly status?: number;
  readonly lines: readonly string[];
  /** Field → message, when the server named fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try, from `Retry-After`. */
  readonly retryAfter?: number;
}

/**
 * How a body that is an object becomes lines:
 * `messageFirst`: its message, else one «field: value» line per entry;
 * `linesThenMessage`: the lines, and after them the message.
 */
export type ErrorMode = 'messageFirst' | 'linesThenMessage';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function readObject(data: object, mode: ErrorMode): Pick<AppError, 'lines' | 'fields'> {
  const entries = Object.entries(data as Record<string, unknown>).map(([key, value]) => [key, asText(value)] as const);
  const message = entries.filter(([key]) => key === 'message').map(([, value]) => value);
  const rest = entries.filter(([key]) => key !== 'message');
  const lines = rest.map(([key, value]) => `${key}: ${value}`);
  const fields = rest.length > 0 ? { fields: Object.fromEntries(rest) } : {};
  if (mode === 'linesThenMessage') return { lines: [...lines, ...message], ...fields };
  return { lines: message.length > 0 ? message : lines, ...fields };
}

export function toAppError(
  error: FetchBaseQueryError,
  mode: ErrorMode = 'messageFirst',
  retryAfter?: number,
): AppError {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  if (error.status === 'PARSING_ERROR') {
    // Not JSON: a plain text is displayed, a proxy's HTML page is not.
    const text = error.data.trimStart().startsWith('<') ? '' : error.data.trim();
    return { kind: 'http', status: error.originalStatus, lines: text === '' ? [] : [text], ...wait };
  }
  if (typeof error.status !== 'number') return { kind: 'offline', lines: [] };
  const { status, data } = error;
  if (typeof data === 'string') return { kind: 'http', status, lines: data === '' ? [] : [data], ...wait };
  if (typeof data !== 'object' || data === null) return { kind: 'http', status, lines: [], ...wait };
  return { kind: 'http', status, ...readObject(data, mode), ...wait };
}

export const isAppError = (error: unknown): error is AppError =>
  typeof error === 'object' && error !== null && 'kind' in error && 'lines' in error;

/** The error of a call that was aborted because the session ended. */
export const DROPPED: AppError = { kind: 'offline', lines: [] };

/** The rejection of a call's `unwrap()`; an exception of our own code is thrown again. */
export function failureOf(error: unknown): AppError {
  if (isAppError(error)) return error;
  if ((error as SerializedError | null)?.name === 'AbortError') return DROPPED;
  throw error;
}

/** The `error` of a query's or mutation's hook. */
export type QueryError = AppError | SerializedError;

/** A SerializedError is an exception that our own code threw while it read an answer. */
export const asAppError = (error: QueryError): AppError =>
  isAppError(error) ? error : { kind: 'contract', lines: [] };

/** No answer, or a service is down: this says nothing about the session, and a retry may help. */
export const isPassing = (error: AppError): boolean =>
  error.kind === 'offline' || (error.status !== undefined && error.status >= 500);
