import { useEffect, useState } from 'react';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useApplyTiersMutation } from '../api/endpoints';
import type { TiersApplied } from './types';

const ABOUT = 'tiers-applied';

interface Apply {
  readonly busy: boolean;
  readonly apply: (applied: boolean) => Promise<void>;
  /** It was changed elsewhere, to what the user does not want. */
  readonly conflict: { readonly keep: () => Promise<void>; readonly close: () => void } | null;
}

/** Turns the use of tiers on or off, on top of what was seen. `reread`: what stands now; undefined when that failed. */
export function useApplied(given: TiersApplied | undefined, reread: () => Promise<TiersApplied | undefined>): Apply {
  const t = useText(['settings', 'ui']);
  const toasts = { duration: toastDuration.long, about: ABOUT };
  const [send] = useApplyTiersMutation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<boolean | null>(null);
  const [write] = useState(() => makeWrite((attempt: Attempt<TiersApplied>) => send(attempt).unwrap()));
  // Its undo needs the page: what was changed meanwhile is asked there.
  useEffect(() => () => toast.dismiss(ABOUT), []);
  const done = ({ applied, version }: TiersApplied): void => {
    setRefused(null);
    const action = { label: t('ui:undo'), onAction: () => void run({ applied: !applied, version }) };
    toast.success(t(applied ? 'applied.on' : 'applied.off'), { ...toasts, action });
  };

  const run = async (wanted: TiersApplied): Promise<void> => {
    const { applied, version } = wanted;
    setBusy(true);
    const reply = await write.send(wanted);
    const fresh = reply.kind !== 'done' && reply.error.status === CONFLICT ? await reread() : undefined;
    setBusy(false);
    const now = reply.kind === 'done' ? reply.result : fresh;
    if (now?.applied === applied) {
      done(now);
      return;
    }
    if (reply.kind === 'done') return;
    const { error } = reply;
    const stale = fresh !== undefined && fresh.version !== version;
    setRefused(stale ? applied : null);
    if (stale || error.status === UNAUTHORIZED) return;
    toast.error(error.kind === 'http' ? errorLines(error, 'settingsSave') : errorLines(error), toasts);
  };
  const apply = async (applied: boolean): Promise<void> => {
    if (given) await run({ applied, version: given.version });
  };

  const conflict = refused === null ? null : { keep: async () => apply(refused), close: () => setRefused(null) };
  return { busy, apply, conflict };
}
