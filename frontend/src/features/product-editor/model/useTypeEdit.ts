import { useCallback, useEffect, useRef, useState } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import type { EditedProduct } from '../../../entities/product/editing';
import { fullName } from '../../../entities/product/fullName';
import { sellerApi } from '../../../entities/seller/endpoints';
import { useStoredDraft } from '../../../entities/session/useStoredDraft';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { asAppError, type QueryError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { CONFLICT, UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { useText } from '../../../shared/i18n/useText';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import { type TypeChange, useEditTypeMutation, useLazyProductQuery } from '../api/endpoints';
import { drafted, draftOf, type Editor, rebased, resumed } from './edit';
import { storedEdit, type TypeDraft, typeSchema } from './schema';

const EMPTY: TypeDraft = {
  stock: '',
  buyPrice: '',
  sellPrice: '',
  piecesPerUnit: '',
  lowStock: '',
  description: '',
  active: false,
};

export interface TypeEditOptions {
  /** The two pages word the success message a little differently (part 2, 8). */
  readonly place?: 'catalogue' | 'details';
  /** False for a child seller: a save is refused. */
  readonly allowed?: boolean;
}

/** The edit in the open editor: what is typed, and what can be done with it. */
export type TypeEdit = NonNullable<ReturnType<typeof useTypeEdit>['edit']>;

function notify(failure: QueryError, options: ToastOptions): void {
  const error = asAppError(failure);
  if (error.status === UNAUTHORIZED) return;
  toast.error(error.kind === 'http' ? errorLines(error, 'typeSave') : errorLines(error), options);
}

const named = ({ name, base }: Editor) => ({ duration: toastDuration.medium, thing: name, about: base.id });

/** The page's only edit of a type: the form, the save with its undo, and the reading again after a conflict. */
export function useTypeEdit({ place = 'catalogue', allowed = true }: TypeEditOptions) {
  const t = useText(['catalogue', 'ui']);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [isSeen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  // Read by answers that may arrive after the editor was closed.
  const currentEditor = useRef<Editor | null>(null);
  const changeEditor = useCallback((next: Editor | null): void => {
    currentEditor.current = next;
    setEditor(next);
  }, []);
  const form = useSchemaForm(typeSchema, EMPTY);
  const { stored, store } = useStoredDraft('type-edit', storedEdit);
  const [returning, setReturning] = useState(stored);
  useEffect(() => {
    // A stored edit stays stored until its card is drawn.
    if (returning) return;
    store(editor && form.formState.isDirty ? { ...editor, draft: form.getValues() } : null);
  });
  const [editType] = useEditTypeMutation();
  const [readSeller] = sellerApi.useLazySellerQuery();
  const [readProduct, { isFetching: reloading }] = useLazyProductQuery();
  const [write] = useState(() =>
    makeWrite(async ({ key, body }: Attempt<Omit<TypeChange, 'key' | 'sellerId'>>) => {
      const seller = await readSeller(undefined, true).unwrap();
      return editType({ key, sellerId: seller?.id ?? '', ...body }).unwrap();
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
      // Undo leaves the stock as the orders made it, unless the seller has typed another.
      const before = { ...base, version, stock: type.stock === base.stock ? stockRead : base.stock };
      toast.success(t(place === 'details' ? 'edit.savedDetails' : 'edit.saved'), {
        ...named(editor),
        action: { label: t('ui:undo'), onAction: () => void undo(editor, { productId, type: before, stockRead }) },
      });
      changeEditor(null);
    } else if (reply.error.status === CONFLICT) changeEditor({ ...editor, conflict: 'refused' });
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
    if (currentEditor.current !== editor) return;
    const latest = product?.types.find(({ id }) => id === editor.base.id);
    if (error) notify(error, named(editor));
    else if (!latest) toast.error(t('edit.gone'), named(editor));
    else {
      const merged = rebased(editor, form.getValues(), latest);
      changeEditor(merged.editor);
      form.reset(merged.draft);
    }
  };

  const { reset } = form;
  const edit = editor && {
    editor,
    form,
    save: () => void save(),
    saving: form.formState.isSubmitting,
    /** Reads the type again after it was changed elsewhere; what was typed stays. */
    reload: () => void reload(),
    reloading,
    /** Its fields have been on the screen: before that, leaving loses nothing. */
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
      changeEditor(back?.editor ?? { productId, name, base, conflict: 'none', elsewhere: [] });
    },
    [reset, changeEditor, returning],
  );
  const cancel = useCallback((): void => changeEditor(null), [changeEditor]);
  return { edit, start, cancel, returning: returning?.base.id ?? null };
}
