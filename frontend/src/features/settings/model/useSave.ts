import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeWrite } from '../../../entities/write/attempt';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import { DELIVERY, type EditId } from './types';

/** What every section's editor gets. */
export interface EditorProps<Given extends { readonly version: number }> {
  /** The section as it stands on the server. */
  readonly given: Given;
  /** Reads it again: its version, or null when that failed. */
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
}

interface SaveSteps<Body> extends EditorProps<{ readonly version: number }> {
  readonly id: EditId;
  /** The call; rejects with an AppError. */
  readonly send: (write: { readonly key: string; readonly body: Body; readonly version: number }) => Promise<unknown>;
  /** What was typed, on top of what stands now; left out: as it was sent. */
  readonly onTop?: (body: Body) => Body;
  /** What is said when it is done; left out: that it is saved. */
  readonly said?: (result: unknown) => string;
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

export interface Save<Body> {
  readonly id: EditId;
  /** Of the section's toasts: its name, and their time. */
  readonly toasts: ToastOptions & { readonly thing: string };
  readonly busy: boolean;
  readonly save: (body: Body) => Promise<void>;
  /** The version that the edit rests on. */
  readonly version: () => number;
  /** The edit began earlier, on another version. */
  readonly restOn: (version: number) => void;
  readonly conflict: SaveConflict | null;
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

/** Saves a section on top of the version that its edit began with. */
export function useSave<Body>(steps: SaveSteps<Body>): Save<Body> {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Body | null>(null);
  // The page may be read again meanwhile: what was typed still rests on what stood here when the edit began.
  const read = useRef(steps.given.version);
  const [write] = useState(() =>
    makeWrite(({ key, body }: { key: string; body: { body: Body; version: number } }) => steps.send({ key, ...body })),
  );
  const name = steps.id === DELIVERY ? t('delivery.title') : t(`sections.${steps.id}`);
  const toasts = { duration: steps.duration ?? toastDuration.long, thing: name };

  const isStale = async ({ status }: AppError): Promise<boolean> => {
    // Not every conflict is a stale version: a name may be taken. Only the version itself tells.
    const now = status === CONFLICT ? await steps.reload() : null;
    if (now === null || now === read.current) return false;
    read.current = now;
    return true;
  };

  const save = async (body: Body): Promise<void> => {
    setBusy(true);
    toast.dismiss(name);
    try {
      const reply = await write.send({ body, version: read.current });
      if (reply.kind === 'done') {
        const fresh = await steps.reload();
        if (fresh !== null) toast.success(steps.said?.(reply.result) ?? t('done.saved'), toasts);
        else toast.warning(t('done.savedNotShown'), toasts);
        steps.onDone();
        return;
      }
      const { error } = reply;
      const stale = await isStale(error);
      setRefused(stale ? body : null);
      if (stale || error.status === UNAUTHORIZED || steps.onRefused?.(error)) return;
      toast.error(error.kind === 'http' ? errorLines(error, 'settingsSave') : errorLines(error), toasts);
    } finally {
      setBusy(false);
    }
  };

  const conflict =
    refused === null
      ? null
      : { keep: () => void save(steps.onTop?.(refused) ?? refused), close: () => setRefused(null) };
  return {
    id: steps.id,
    toasts,
    busy,
    save,
    version: () => read.current,
    restOn: (version) => {
      read.current = version;
    },
    conflict,
  };
}
