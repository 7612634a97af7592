import { useCallback, useState } from 'react';
import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useText } from '../../../shared/i18n/useText';

/** What RTK Query's mutation trigger of a file returns. */
interface Running {
  unwrap: () => Promise<string>;
}

/** Gets a file from the server, one at a time, and says how it ended. */
export function useSaveFile<Arg>(trigger: (arg: Arg) => Running): {
  readonly busy: boolean;
  readonly save: (arg: Arg) => void;
} {
  const t = useText('catalogue');
  const [busy, setBusy] = useState(false);
  const run = useMutationToast(trigger, { ok: (name) => t('bulk.exported', { name }), fallback: 'server' });
  const save = useCallback(
    (arg: Arg) => {
      setBusy(true);
      void run(arg).finally(() => {
        setBusy(false);
      });
    },
    [run],
  );
  return { busy, save };
}
