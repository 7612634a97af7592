import { useRef, useState } from 'react';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useEndOtherSessionsMutation, useEndSessionMutation } from '../api/endpoints';
import type { Session } from '../api/map';

const texts = { ok: (message: string) => message, fallback: 'server' } as const;

export type Ending = ReturnType<typeof useEnding>;

/** Ends one session, or all but this one, after the user has confirmed it. `asked`: what the open question is about. */
export function useEnding() {
  const [asked, ask] = useState<Session | 'others' | null>(null);
  const [busy, setBusy] = useState(false);
  // Stops a second press in the same tick, before the state has changed.
  const running = useRef(false);
  const endOne = useMutationToast(useEndSessionMutation()[0], texts);
  const endOthers = useMutationToast(useEndOtherSessionsMutation()[0], texts);

  const endAsked = async (): Promise<void> => {
    if (asked === null || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const outcome = await (asked === 'others' ? endOthers(undefined) : endOne(asked.id));
      // A session that the server does not know has ended already.
      if (outcome.ok || outcome.error.status === NOT_FOUND) ask(null);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { asked, busy, ask, endAsked };
}
