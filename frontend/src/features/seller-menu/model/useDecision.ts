import { useState } from 'react';
import { type Attempt, makeWrite, type Reply } from '../../../entities/write/attempt';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';

/** Why a write was not done; `lost` is added when nobody knows whether it was. After a 401 the log-in page follows. */
function failureLines({ kind, error }: Exclude<Reply<unknown>, { readonly kind: 'done' }>, lost: string) {
  if (error.status === UNAUTHORIZED) return [];
  const lines = errorLines(error, 'server');
  return kind === 'lost' && error.kind === 'offline' ? [...lines, lost] : lines;
}

/** Sends what the user decides in a dialog; `lines` says why the last try failed. */
export function useDecision<Body, Result>(
  mutate: (attempt: Attempt<Body>) => { readonly unwrap: () => Promise<Result> },
) {
  const t = useText('business');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [write] = useState(() => makeWrite((attempt: Attempt<Body>) => mutate(attempt).unwrap()));
  const send = async (body: Body): Promise<Reply<Result>> => {
    setLines([]);
    const reply = await write.send(body);
    if (reply.kind !== 'done') setLines(failureLines(reply, t('lost')));
    return reply;
  };
  return { lines, setLines, send };
}
