import { isAdjusted } from '../../../entities/order/calculator';
import { rebase, withAbsent } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import { readStored } from '../../../entities/session/schema';
import { readTabText, removeTabText, writeTabTextLater } from '../../../shared/lib/tabStorage';
import { type Draft, isNoteDirty, isUnsent, type StoredDraft } from './draft';
import { storedDraft } from './schema';

/** By user, so that nobody finds the draft of another user who was logged in in the same tab. */
const keyOf = (user: string, orderId: string): string => `pishkhan.order-draft/${user}/${orderId}`;

/** Stores the draft for a reload or a crash of the tab; removes it when nothing is left. */
export function storeDraft(user: string, orderId: string, order: Order, draft: Draft): void {
  const key = keyOf(user, orderId);
  const unsent = isUnsent(draft);
  if (!unsent && !isAdjusted(draft.adjustment)) {
    removeTabText(key);
    return;
  }
  // Later: serializing the whole order takes too long between a key press and its frame.
  writeTabTextLater(key, () => {
    const before = withAbsent(draft.conflict?.before ?? draft.before ?? order, draft.changes.absent);
    const stored: StoredDraft = {
      before: unsent ? before : null,
      changes: draft.changes.quantities,
      note: isNoteDirty(draft) ? draft.note : null,
      adjustment: draft.adjustment,
    };
    return JSON.stringify(stored);
  });
}

/** The draft that an earlier visit left, without changes that the server already has. */
export function returningDraft(user: string, orderId: string, order: Order): StoredDraft | null {
  const stored = readStored(readTabText(keyOf(user, orderId)), storedDraft);
  if (!stored?.before) return stored;
  const changes = rebase(stored.before, order, stored.changes).quantities;
  const note = stored.note && stored.note.text.trim() !== order.sellerNote ? stored.note : null;
  if (Object.keys(changes).length > 0 || note !== null) return { ...stored, note };
  return { ...stored, before: null, changes: {}, note: null };
}
