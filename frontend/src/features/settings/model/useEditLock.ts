import { useCallback, useMemo, useState } from 'react';
import { useStoredDraft } from '../../../entities/session/useStoredDraft';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { draftSchema } from './draft/schema';
import { DELIVERY, type EditId, type SectionId } from './types';

const long = { duration: toastDuration.long };

export function showSection(id: EditId): void {
  document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' });
}

export type EditLock = ReturnType<typeof useEditLock>;

/** Which section is open and which one is being edited: one at a time on the whole page (part 2, 4.1). */
export function useEditLock() {
  const t = useText('settings');
  const { stored: draft } = useStoredDraft('settings', draftSchema);
  const [opened, setOpened] = useState<SectionId | null>(draft && draft.id !== DELIVERY ? draft.id : null);
  const [editing, setEditing] = useState<EditId | null>(draft?.id ?? null);

  const refuse = useCallback(
    (locked: EditId, wanted: EditId | null): void => {
      toast.warning(t(locked === DELIVERY || wanted === DELIVERY ? 'lock.delivery' : 'lock.section'), long);
      showSection(locked);
    },
    [t],
  );

  return useMemo(
    () => ({
      opened,
      editing,
      /** Opens a section, or closes it (null); refused with a warning while one is being edited. */
      request: (id: SectionId | null): void => {
        if (editing === null) setOpened(id);
        // Closing the section that is being edited would hide the unfinished edit.
        else refuse(editing, id);
      },
      edit: (id: EditId): void => {
        if (editing === id) return;
        if (editing !== null) {
          refuse(editing, id);
          return;
        }
        if (id !== DELIVERY) setOpened(id);
        setEditing(id);
      },
      done: () => setEditing(null),
    }),
    [opened, editing, refuse],
  );
}
