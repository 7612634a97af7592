import { useEffect, useState } from 'react';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import type { WireTiersAppliedReply } from '../../../shared/api/wire/settings.gen';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useApplyTiersMutation } from '../api/endpoints';

const ABOUT = 'tiers-applied';

/**
 * Turns the use of tiers on or off, on top of `current`, which the user saw. `reread`: reads the server's state;
 * undefined when that failed. `conflict`: it was changed elsewhere, to the opposite of what the user wants.
 */
export function useApplied(
  current: WireTiersAppliedReply | undefined,
  reread: () => Promise<WireTiersAppliedReply | undefined>,
) {
  const t = useText(['settings', 'ui']);
  const toasts = { duration: toastDuration.long, about: ABOUT };
  const [send] = useApplyTiersMutation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<boolean | null>(null);
  const [write] = useState(() => makeWrite((attempt: Attempt<WireTiersAppliedReply>) => send(attempt).unwrap()));
  // The toast goes with the page: its undo may lead to a question that only the page can ask.
  useEffect(() => () => toast.dismiss(ABOUT), []);
  const done = ({ applied, version }: WireTiersAppliedReply): void => {
    setRefused(null);
    const action = { label: t('ui:undo'), onAction: () => void run({ applied: !applied, version }) };
    toast.success(t(applied ? 'applied.on' : 'applied.off'), { ...toasts, action });
  };

  const run = async (wanted: WireTiersAppliedReply): Promise<void> => {
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
    if (current) await run({ applied, version: current.version });
  };

  const conflict = refused === null ? null : { keep: async () => apply(refused), close: () => setRefused(null) };
  return { busy, apply, conflict };
}
