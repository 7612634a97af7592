import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { sellerApi } from '../../../entities/seller/endpoints';
import { type AppError, isAppError, isPassing } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditTypeMutation, useLazyProductQuery } from '../api/endpoints';
import { drafted, type Editor, issuesOf, rebased } from './edit';

const options = { duration: toastDuration.medium };

interface Wiring {
  readonly editor: Editor | null;
  readonly setEditor: Dispatch<SetStateAction<Editor | null>>;
  readonly place: 'catalogue' | 'details';
  readonly allowed: boolean;
}

function tell(error: AppError): void {
  if (error.status === UNAUTHORIZED) return;
  toast.error(error.kind === 'http' ? errorLines(error, 'typeSave') : errorLines(error), options);
}

/** Runs one thing at a time; a second call meanwhile does nothing. A failure comes back as data. */
function useOnce() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<AppError | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    try {
      await work();
      return null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}

/** Sends the open editor's draft, and reads its type again when somebody else was faster. */
export function useEditorSave({ editor, setEditor, place, allowed }: Wiring) {
  const { t } = useTranslation('catalogue');
  const [edit] = useEditTypeMutation();
  const [readSeller] = sellerApi.useLazySellerProfileQuery();
  const [readProduct] = useLazyProductQuery();
  const saving = useOnce();
  const reloading = useOnce();
  const last = useRef<{ readonly key: string; readonly text: string } | null>(null);

  // The same values keep their key until the server has answered: a lost reply is asked for again, not done again.
  const keyFor = (type: CatalogueType, stockRead: number): string => {
    const text = JSON.stringify([type, stockRead]);
    if (last.current?.text !== text) last.current = { key: newIdempotencyKey(), text };
    return last.current.key;
  };

  const send = async (productId: string, type: CatalogueType, stockRead: number): Promise<void> => {
    const seller = await readSeller(undefined, true).unwrap();
    const key = keyFor(type, stockRead);
    await edit({ key, sellerId: seller?.id ?? '', productId, type, stockRead }).unwrap();
    last.current = null;
    toast.success(t(place === 'details' ? 'edit.savedDetails' : 'edit.saved'), options);
    setEditor(null);
  };

  const save = async (): Promise<void> => {
    if (!editor || saving.busy) return;
    if (!allowed) {
      toast.error(t('edit.notAllowed'), options);
      return;
    }
    const issues = issuesOf(editor.draft);
    if (Object.keys(issues).length > 0) {
      setEditor({ ...editor, issues });
      if (issues.sellPrice === 'belowBuy') toast.error(t('edit.belowBuy'), options);
      return;
    }
    const error = await saving.run(() => send(editor.productId, drafted(editor), editor.base.stock));
    if (!error) return;
    if (!isPassing(error)) last.current = null;
    if (error.status === CONFLICT) setEditor((now) => now && { ...now, conflict: 'refused' });
    else tell(error);
  };

  const reload = async (): Promise<void> => {
    if (!editor) return;
    const error = await reloading.run(async () => {
      const product = await readProduct(editor.productId).unwrap();
      const latest = product?.types.find(({ id }) => id === editor.base.id);
      if (latest) setEditor((now) => now && rebased(now, latest));
      else toast.error(t('edit.gone'), options);
    });
    if (error) tell(error);
  };

  return {
    save: () => void save(),
    saving: saving.busy,
    reload: () => void reload(),
    reloading: reloading.busy,
  };
}
