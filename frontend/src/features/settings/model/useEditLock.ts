import { useCallback, useMemo, useState } from 'react';
import { useKept } from '../../../entities/session/useKept';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { keptSection } from './kept/schema';
import { DELIVERY, type EditId, type SectionId } from './types';

const long = { duration: toastDuration.long };

/** Which section is open and which one is being edited: one at a time over the whole page (part 2, 4.1). */
export interface EditLock {
  readonly open: SectionId | null;
  readonly editing: EditId | null;
  /** Opens or closes a section; refused with a warning while another is being edited. */
  readonly request: (id: SectionId | null) => void;
  readonly edit: (id: EditId) => void;
  readonly done: () => void;
}

export function showSection(id: EditId): void {
  document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' });
}

export function useEditLock(): EditLock {
  const t = useText('settings');
  const { kept } = useKept('settings', keptSection);
  const [open, setOpen] = useState<SectionId | null>(kept && kept.id !== DELIVERY ? kept.id : null);
  const [editing, setEditing] = useState<EditId | null>(kept?.id ?? null);

  const refuse = useCallback(
    (held: EditId, wanted: EditId | null): void => {
      toast.warning(t(held === DELIVERY || wanted === DELIVERY ? 'lock.delivery' : 'lock.section'), long);
      showSection(held);
    },
    [t],
  );

  return useMemo(
    () => ({
      open,
      editing,
      request: (id) => {
        if (editing === null) setOpen(id);
        // Closing the section that is being edited would hide what is unfinished.
        else refuse(editing, id);
      },
      edit: (id) => {
        if (editing === id) return;
        if (editing !== null) {
          refuse(editing, id);
          return;
        }
        if (id !== DELIVERY) setOpen(id);
        setEditing(id);
      },
      done: () => setEditing(null),
    }),
    [open, editing, refuse],
  );
}
