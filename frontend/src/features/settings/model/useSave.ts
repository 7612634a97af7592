import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppError, isAppError, isPassing } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toast, toastDuration } from '../../../shared/ui/Toast';

interface SaveSteps<Body> {
  /** The section's version at this moment; the one at the beginning of the edit is what is sent. */
  readonly version: number;
  /** The call; rejects with an AppError. */
  readonly send: (write: { readonly key: string; readonly body: Body; readonly version: number }) => Promise<unknown>;
  /** Reads the section again: its version, or null when that failed. */
  readonly reload: () => Promise<number | null>;
  readonly onSaved: () => void;
  /** The server named fields: true when the form shows them in their places. */
  readonly onRefused?: (error: AppError) => boolean;
  readonly duration?: number;
}

/** The section was changed elsewhere since the edit began; nothing of the edit is saved, and nothing is lost. */
export interface SaveConflict {
  /** Saves what was typed in place of what stands now. */
  readonly keep: () => void;
  /** Back to the form as it is: who saves then has seen what stands. */
  readonly close: () => void;
}

/** Reads a section again: its version, or null when that failed. */
export async function reread(
  refetch: () => PromiseLike<{
    readonly data?: { readonly version: number } | null | undefined;
    readonly error?: unknown;
  }>,
): Promise<number | null> {
  const { data, error } = await refetch();
  return error === undefined && data ? data.version : null;
}

/** One save after the other; the same body keeps its key until the server has answered, so that it is done once. */
export function useSave<Body>(steps: SaveSteps<Body>) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Body | null>(null);
  // The page may be read again meanwhile: what was typed still rests on what stood here when the edit began.
  const read = useRef(steps.version);
  const running = useRef(false);
  const last = useRef<{ readonly key: string; readonly text: string } | null>(null);
  const options = { duration: steps.duration ?? toastDuration.long };

  const keyFor = (body: Body): string => {
    const text = JSON.stringify([body, read.current]);
    if (last.current?.text !== text) last.current = { key: newIdempotencyKey(), text };
    return last.current.key;
  };

  const refuse = async (error: AppError, body: Body): Promise<void> => {
    if (!isPassing(error)) last.current = null;
    if (error.status === CONFLICT) {
      // Not every conflict is a stale version: a name may be taken. Only the version itself tells.
      const now = await steps.reload();
      if (now !== null && now !== read.current) {
        read.current = now;
        setRefused(body);
        return;
      }
    }
    setRefused(null);
    if (error.status === UNAUTHORIZED || steps.onRefused?.(error)) return;
    toast.error(error.kind === 'http' ? errorLines(error, 'settingsSave') : errorLines(error), options);
  };

  const save = async (body: Body): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await steps.send({ key: keyFor(body), body, version: read.current });
      last.current = null;
      const fresh = await steps.reload();
      if (fresh !== null) toast.success(t('done.saved'), options);
      else toast.warning(t('done.savedNotShown'), options);
      steps.onSaved();
    } catch (error) {
      if (!isAppError(error)) throw error;
      await refuse(error, body);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const conflict: SaveConflict | null =
    refused === null ? null : { keep: () => void save(refused), close: () => setRefused(null) };
  return { busy, save, conflict };
}
