import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type Editing, EditingContext } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { type LeaveRule, useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useScrollWarning } from '../model/useScrollWarning';
import { type OpenEditor, useTypeEdit } from '../model/useTypeEdit';

const brief = { duration: toastDuration.medium };

// Apart from who edits what, so that a key pressed in the editor draws the editor again and not every card of the page.
const EditorContext = createContext<OpenEditor | null>(null);

/** Null while nothing is edited. */
export const useOpenEditor = (): OpenEditor | null => useContext(EditorContext);

export interface EditingProviderProps {
  readonly children: ReactNode;
  /** The two pages say the success a little differently (part 2, 8). */
  readonly place?: 'catalogue' | 'details';
  /** False for a child seller: a save is refused. */
  readonly allowed?: boolean;
}

/** Holds the page's only editor: what is typed outlives the card, which a long list may take off the page. */
export function EditingProvider({ children, place = 'catalogue', allowed = true }: EditingProviderProps): ReactElement {
  const t = useText('catalogue');
  const { open, start, stop, returning } = useTypeEdit({ place, allowed });
  const editingId = open?.editor.base.id ?? null;
  const editingProductId = open?.editor.productId ?? null;
  const isSeen = open?.isSeen ?? false;
  const name = open?.editor.name ?? null;
  const toasts = useMemo(() => ({ ...brief, thing: name ?? undefined }), [name]);

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
      stop,
      refuse,
    };
  }, [editingId, editingProductId, returning, start, stop, toasts, t]);

  return (
    <EditingContext value={editing}>
      <EditorContext value={open}>{children}</EditorContext>
    </EditingContext>
  );
}
