import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type Editing, EditingContext } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { type LeaveRule, useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useScrollWarning } from '../model/useScrollWarning';
import { type TypeEdit, type TypeEditOptions, useTypeEdit } from '../model/useTypeEdit';

// Not part of EditingContext, so that a key pressed in the editor renders the editor and not every card of the page.
const TypeEditContext = createContext<TypeEdit | null>(null);

/** Null while nothing is edited. */
export const useOpenEdit = (): TypeEdit | null => useContext(TypeEditContext);

export interface EditingProviderProps extends TypeEditOptions {
  readonly children: ReactNode;
}

/** Holds the page's only editor, so that what is typed survives when a long list unmounts the card. */
export function EditingProvider({ children, ...options }: EditingProviderProps): ReactElement {
  const t = useText('catalogue');
  const { edit, start, cancel, returning } = useTypeEdit(options);
  const editingId = edit?.editor.base.id ?? null;
  const editingProductId = edit?.editor.productId ?? null;
  const isSeen = edit?.isSeen ?? false;
  const name = edit?.editor.name ?? null;
  const toasts = useMemo(() => ({ duration: toastDuration.medium, thing: name ?? undefined }), [name]);

  useScrollWarning(name);
  useLeaveGuard(
    useMemo(
      (): LeaveRule | null =>
        isSeen
          ? {
              blocks: ({ from, to }) => from !== to,
              instead: () => toast.error(t('edit.leave'), toasts),
              onUnload: true,
            }
          : null,
      [isSeen, toasts, t],
    ),
  );

  const editing = useMemo((): Editing => {
    const refuse = (): boolean => {
      if (editingId !== null) toast.warning(t('edit.other'), toasts);
      return editingId !== null;
    };
    return {
      editingId,
      editingProductId,
      returning,
      start: (product, type) => {
        if (editingId === type.id) return true;
        if (refuse()) return false;
        start(product, type);
        return true;
      },
      cancel,
      refuse,
    };
  }, [editingId, editingProductId, returning, start, cancel, toasts, t]);

  return (
    <EditingContext value={editing}>
      <TypeEditContext value={edit}>{children}</TypeEditContext>
    </EditingContext>
  );
}
