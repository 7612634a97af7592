import { useCallback, useEffect, useRef, useState } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import type { EditedProduct } from '../../../entities/product/editing';
import { fullName } from '../../../entities/product/fullName';
import { sellerApi } from '../../../entities/seller/endpoints';
import { useKept } from '../../../entities/session/useKept';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { asAppError, type QueryError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { type SchemaForm, useSchemaForm } from '../../../shared/form/useSchemaForm';
import { useText } from '../../../shared/i18n/useText';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import { type TypeChange, useEditTypeMutation, useLazyProductQuery } from '../api/endpoints';
import { drafted, draftOf, type Editor, rebased, resumed } from './edit';
import { keptEdit, type TypeDraft, typeSchema } from './schema';

const brief = { duration: toastDuration.medium };
const EMPTY: TypeDraft = { stock: '', buyPrice: '', sellPrice: '', description: '', active: false };

interface Options {
  readonly place: 'catalogue' | 'details';
  readonly allowed: boolean;
}

/** What is typed into the open editor, and what becomes of it. */
export interface OpenEditor {
  readonly editor: Editor;
  readonly form: SchemaForm<TypeDraft>;
  readonly save: () => void;
  readonly saving: boolean;
  /** Reads the type again after it was changed elsewhere; what was typed stays. */
  readonly reload: () => void;
  readonly reloading: boolean;
  /** Its fields have been on the screen: before that there is nothing that leaving could lose. */
  readonly isSeen: boolean;
  readonly onSeen: () => void;
}

function notify(failure: QueryError, options: ToastOptions): void {
  const error = asAppError(failure);
  if (error.status === UNAUTHORIZED) return;
  toast.error(error.kind === 'http' ? errorLines(error, 'typeSave') : errorLines(error), options);
}

const named = ({ name, base }: Editor) => ({ ...brief, thing: name, about: base.id });

/** The page's one edit of a type: what is typed, its way to the server, and its type read again after a conflict. */
export function useTypeEdit({ place, allowed }: Options) {
  const t = useText(['catalogue', 'ui']);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [isSeen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  // For what comes back after the editor was closed.
  const shown = useRef<Editor | null>(null);
  const show = useCallback((next: Editor | null): void => {
    shown.current = next;
    setEditor(next);
  }, []);
  const form = useSchemaForm(typeSchema, EMPTY);
  const { kept, keep } = useKept('type-edit', keptEdit);
  const [returning, setReturning] = useState(kept);
  useEffect(() => {
    // Until its card is drawn, it stays where it is.
    if (returning) return;
    keep(editor && form.formState.isDirty ? { ...editor, draft: form.getValues() } : null);
  });
  const [edit] = useEditTypeMutation();
  const [readSeller] = sellerApi.useLazySellerQuery();
  const [readProduct, { isFetching: reloading }] = useLazyProductQuery();
  const [write] = useState(() =>
    makeWrite(async ({ key, body }: Attempt<Omit<TypeChange, 'key' | 'sellerId'>>) => {
      const seller = await readSeller(undefined, true).unwrap();
      return edit({ key, sellerId: seller?.id ?? '', ...body }).unwrap();
    }),
  );

  const undo = async (of: Editor, change: Omit<TypeChange, 'key' | 'sellerId'>): Promise<void> => {
    const reply = await write.send(change);
    if (reply.kind === 'done') toast.success(t('edit.undone'), named(of));
    else notify(reply.error, named(of));
  };

  const send = async (draft: TypeDraft): Promise<void> => {
    if (!editor) return;
    const { productId, base } = editor;
    const type = drafted(base, draft);
    const reply = await write.send({ productId, type, stockRead: base.stock });
    if (reply.kind === 'done') {
      const { version, stock: stockRead } = reply.result;
      // Stock that was not typed into is left to the orders, also when the rest goes back.
      const before = { ...base, version, stock: type.stock === base.stock ? stockRead : base.stock };
      toast.success(t(place === 'details' ? 'edit.savedDetails' : 'edit.saved'), {
        ...named(editor),
        action: { label: t('ui:undo'), onAction: () => void undo(editor, { productId, type: before, stockRead }) },
      });
      show(null);
    } else if (reply.error.status === CONFLICT) show({ ...editor, conflict: 'refused' });
    else notify(reply.error, named(editor));
  };

  const running = useRef(false);
  const save = async (): Promise<void> => {
    if (running.current || !editor) return;
    if (!allowed) {
      toast.error(t('edit.notAllowed'), named(editor));
      return;
    }
    running.current = true;
    const submit = form.handleSubmit(send, ({ sellPrice }) => {
      if (sellPrice?.type === 'partial_check') toast.error(sellPrice.message ?? '', named(editor));
    });
    await submit().finally(() => {
      running.current = false;
    });
  };

  const reload = async (): Promise<void> => {
    if (!editor) return;
    const { data: product, error } = await readProduct(editor.productId);
    if (shown.current !== editor) return;
    const latest = product?.types.find(({ id }) => id === editor.base.id);
    if (error) notify(error, named(editor));
    else if (!latest) toast.error(t('edit.gone'), named(editor));
    else {
      const merged = rebased(editor, form.getValues(), latest);
      show(merged.editor);
      form.reset(merged.draft);
    }
  };

  const { reset } = form;
  const open: OpenEditor | null = editor && {
    editor,
    form,
    save: () => void save(),
    saving: form.formState.isSubmitting,
    reload: () => void reload(),
    reloading,
    isSeen: isSeen || form.formState.isDirty,
    onSeen,
  };
  const start = useCallback(
    ({ id: productId, title }: EditedProduct, base: CatalogueType): void => {
      const name = fullName(title, base.name);
      const back = returning?.base.id === base.id ? resumed(returning, base, name) : null;
      setReturning(null);
      setSeen(false);
      reset(draftOf(base));
      if (back) reset(back.draft, { keepDefaultValues: true });
      show(back?.editor ?? { productId, name, base, conflict: 'none', elsewhere: [] });
    },
    [reset, show, returning],
  );
  const stop = useCallback((): void => show(null), [show]);
  return { open, start, stop, returning: returning?.base.id ?? null };
}
