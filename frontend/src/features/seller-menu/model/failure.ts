import type { Reply } from '../../../entities/write/attempt';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';

/** Why a write was not done; `lost`: what to say when nobody knows whether it was. Of a 401 the log-in page tells. */
export function failureLines(
  { kind, error }: Exclude<Reply<unknown>, { readonly kind: 'done' }>,
  lost: string,
): readonly string[] {
  if (error.status === UNAUTHORIZED) return [];
  const lines = errorLines(error, 'server');
  return kind === 'lost' && error.kind === 'offline' ? [...lines, lost] : lines;
}
