import i18next, { type ParseKeys } from 'i18next';
import { asAppError, type QueryError } from './appError';

export type ErrorKey = ParseKeys<'errors'>;

/** What a screen shows for a failure: the server's lines, else a sentence of our own. */
export function errorLines(failure: QueryError, fallback: ErrorKey = 'unknown'): readonly string[] {
  const error = asAppError(failure);
  if (error.lines.length > 0) return error.lines;
  if (error.kind === 'offline') return [i18next.t('offline', { ns: 'errors' })];
  if (error.kind === 'contract') return [i18next.t('contract', { ns: 'errors' })];
  return [i18next.t(fallback, { ns: 'errors' })];
}
