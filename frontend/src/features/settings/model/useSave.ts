import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppError, isAppError, isPassing } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toast, toastDuration } from '../../../shared/ui/Toast';

const UNAUTHORIZED = 401;

interface SaveSteps<Body> {
  /** The call; rejects with an AppError. */
  readonly send: (write: { readonly key: string; readonly body: Body }) => Promise<unknown>;
  /** Reads what was saved again; false when that failed. */
  readonly reload: () => Promise<boolean>;
  readonly onSaved: () => void;
  /** The server named fields: true when the form shows them in their places. */
  readonly onRefused?: (error: AppError) => boolean;
  readonly duration?: number;
}

/** One save after the other; the same body keeps its key until the server has answered, so that it is done once. */
export function useSave<Body>(steps: SaveSteps<Body>) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const last = useRef<{ readonly key: string; readonly text: string } | null>(null);
  const options = { duration: steps.duration ?? toastDuration.long };

  const keyFor = (body: Body): string => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { key: newIdempotencyKey(), text };
    return last.current.key;
  };

  const refuse = (error: AppError): void => {
    if (!isPassing(error)) last.current = null;
    if (error.status === UNAUTHORIZED || steps.onRefused?.(error)) return;
    toast.error(error.kind === 'http' ? errorLines(error, 'settingsSave') : errorLines(error), options);
  };

  const save = async (body: Body): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await steps.send({ key: keyFor(body), body });
      last.current = null;
      const fresh = await steps.reload();
      if (fresh) toast.success(t('done.saved'), options);
      else toast.warning(t('done.savedNotShown'), options);
      steps.onSaved();
    } catch (error) {
      if (!isAppError(error)) throw error;
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, save };
}
