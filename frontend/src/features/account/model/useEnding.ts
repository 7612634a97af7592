import { useRef, useState } from 'react';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useEndOtherSessionsMutation, useEndSessionMutation } from '../api/endpoints';
import type { Session } from '../api/map';

const texts = { ok: (message: string) => message, fallback: 'server' } as const;

export interface Ending {
  /** What is to be ended, once that is confirmed. */
  readonly asked: Session | 'others' | null;
  readonly busy: boolean;
  readonly ask: (what: Session | 'others' | null) => void;
  readonly confirm: () => Promise<void>;
}

/** Ends one session, or all but this one, after a question. */
export function useEnding(): Ending {
  const [asked, ask] = useState<Ending['asked']>(null);
  const [busy, setBusy] = useState(false);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  const endOne = useMutationToast(useEndSessionMutation()[0], texts);
  const endOthers = useMutationToast(useEndOtherSessionsMutation()[0], texts);

  const confirm = async (): Promise<void> => {
    if (asked === null || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const outcome = await (asked === 'others' ? endOthers(undefined) : endOne(asked.id));
      // One that the server does not know is no longer there to be ended.
      if (outcome.ok || outcome.error.status === NOT_FOUND) ask(null);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { asked, busy, ask, confirm };
}
