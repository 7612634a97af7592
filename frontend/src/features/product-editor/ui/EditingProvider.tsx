import { createContext, type ReactElement, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { EditingContext } from '../../../entities/product/editing';
import { type LeaveRule, useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { type Editor, editorOf, type TypeDraft, withTyped } from '../model/edit';
import { useEditorSave } from '../model/useEditorSave';
import { useScrollWarning } from '../model/useScrollWarning';

const brief = { duration: toastDuration.medium };

/** What is typed into the open editor, and what becomes of it. */
export interface OpenEditor {
  readonly editor: Editor;
  readonly type: (typed: Partial<TypeDraft>) => void;
  readonly save: () => void;
  readonly saving: boolean;
  /** Reads the type again after it was changed elsewhere; what was typed stays. */
  readonly reload: () => void;
  readonly reloading: boolean;
}

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
  const { t } = useTranslation('catalogue');
  const [editor, setEditor] = useState<Editor | null>(null);
  const editingId = editor?.base.id ?? null;
  const editingProductId = editor?.productId ?? null;
  const { save, saving, reload, reloading } = useEditorSave({ editor, setEditor, place, allowed });

  const refuse = useCallback((): boolean => {
    if (editingId !== null) toast.warning(t('edit.other'), brief);
    return editingId !== null;
  }, [editingId, t]);
  const start = useCallback(
    (productId: string, type: CatalogueType): boolean => {
      if (editingId === type.id) return true;
      if (refuse()) return false;
      setEditor(editorOf(productId, type));
      return true;
    },
    [editingId, refuse],
  );
  const stop = useCallback((): void => setEditor(null), []);

  const open = editingId !== null;
  useScrollWarning(open);
  useLeaveGuard(
    useMemo(
      (): LeaveRule | null =>
        open
          ? {
              blocks: ({ from, to }) => from !== to,
              instead: () => toast.error(t('edit.leave'), brief),
              onUnload: true,
            }
          : null,
      [open, t],
    ),
  );

  const editing = useMemo(
    () => ({ editingId, editingProductId, start, stop, refuse }),
    [editingId, editingProductId, start, stop, refuse],
  );
  const openEditor = useMemo(
    (): OpenEditor | null =>
      editor && {
        editor,
        type: (typed) => setEditor((now) => now && withTyped(now, typed)),
        save,
        saving,
        reload,
        reloading,
      },
    [editor, save, saving, reload, reloading],
  );

  return (
    <EditingContext value={editing}>
      <EditorContext value={openEditor}>{children}</EditorContext>
    </EditingContext>
  );
}
