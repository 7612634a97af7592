import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { isAppError, isPassing } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import type { WireImportCommitReply, WirePastedRow } from '../../../shared/api/wire/imports.gen';
import { useText } from '../../../shared/i18n/useText';
import { useCommitImportMutation, usePreviewImportMutation, usePreviewPasteMutation } from '../api/endpoints';
import type { ImportPreview } from '../api/wire';
import type { SheetFile } from './checkFile';

type ImportStep =
  /** `again` can be sent once more as it is. */
  | { readonly kind: 'choose'; readonly lines: readonly string[]; readonly again: (() => void) | null }
  | { readonly kind: 'sending'; readonly name: string; readonly sent: number }
  | { readonly kind: 'preview'; readonly name: string; readonly preview: ImportPreview }
  | { readonly kind: 'done'; readonly id: string; readonly result: WireImportCommitReply };

/** Why the last commit failed. `lost`: no answer came, so that it may have been done. */
export interface CommitFailure {
  readonly lines: readonly string[];
  readonly lost: boolean;
}

const start: ImportStep = { kind: 'choose', lines: [], again: null };

interface Look {
  readonly abort: () => void;
  readonly unwrap: () => Promise<ImportPreview>;
}

/** From a file, or what was pasted, to its preview, and from there into the catalogue. Nothing is changed before `commit`. */
export function useImport(pasted: readonly WirePastedRow[] | null) {
  const t = useText('productFiles');
  const [step, setStep] = useState<ImportStep>(() =>
    pasted ? { kind: 'sending', name: t('pasted'), sent: 1 } : start,
  );
  const [committing, setCommitting] = useState(false);
  const [failure, setFailure] = useState<CommitFailure | null>(null);
  const [preview] = usePreviewImportMutation();
  const [previewPaste] = usePreviewPasteMutation();
  const [take] = useCommitImportMutation();
  const sending = useRef<Look | null>(null);
  const [write] = useState(() => makeWrite(({ key, body: id }: Attempt<string>) => take({ id, key }).unwrap()));

  useEffect(() => () => sending.current?.abort(), []);

  /** Cancels the upload, drops the preview and starts again with choosing a file. */
  const restart = () => {
    sending.current?.abort();
    sending.current = null;
    write.forget();
    setFailure(null);
    setStep(start);
  };

  const look = async (name: string, begun: number, ask: () => Look): Promise<void> => {
    setStep({ kind: 'sending', name, sent: begun });
    const request = ask();
    sending.current = request;
    try {
      const found = await request.unwrap();
      if (sending.current === request) setStep({ kind: 'preview', name, preview: found });
    } catch (error) {
      // Cancelled: its result is of no interest any more.
      if (sending.current !== request) return;
      if (!isAppError(error)) throw error;
      setStep({
        kind: 'choose',
        lines: errorLines(error),
        again: isPassing(error) ? () => void look(name, begun, ask) : null,
      });
    }
  };

  const onProgress = (sent: number): void => setStep((now) => (now.kind === 'sending' ? { ...now, sent } : now));
  const send = (sheet: SheetFile): void => void look(sheet.name, 0, () => preview({ sheet, onProgress }));
  const begin = useEffectEvent(() => {
    if (pasted) void look(t('pasted'), 1, () => previewPaste(pasted));
  });
  useEffect(() => begin(), []);

  const commit = async (): Promise<void> => {
    if (step.kind !== 'preview' || committing) return;
    const { id } = step.preview;
    setCommitting(true);
    setFailure(null);
    const reply = await write.send(id);
    setCommitting(false);
    if (reply.kind === 'done') {
      setStep({ kind: 'done', id, result: reply.result });
      return;
    }
    const lines = errorLines(reply.error, 'server');
    if (reply.error.status === NOT_FOUND) setStep({ kind: 'choose', lines, again: null });
    else setFailure({ lines, lost: reply.kind === 'lost' });
  };

  return {
    step,
    committing,
    failure,
    send,
    restart,
    commit: () => void commit(),
  };
}
