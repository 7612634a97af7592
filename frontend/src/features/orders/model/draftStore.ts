import { isAdjusted } from '../../../entities/order/calculator';
import { rebase, withAbsent } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import { readKept } from '../../../entities/session/schema';
import { readTabText, removeTabText, writeTabTextLater } from '../../../shared/lib/tabStorage';
import { type Draft, isNoteDirty, isUnsent, type Kept } from './draft';
import { keptPage } from './schema';

/** Of one user: who logs in after another one in the same tab finds nothing of theirs. */
const keyOf = (user: string, orderId: string): string => `pishkhan.order-draft/${user}/${orderId}`;

/** Keeps what a reload or a crash of the tab would lose; nothing when there is nothing. */
export function keepDraft(user: string, orderId: string, order: Order, draft: Draft): void {
  const key = keyOf(user, orderId);
  const unsent = isUnsent(draft);
  if (!unsent && !isAdjusted(draft.adjustment)) {
    removeTabText(key);
    return;
  }
  // The whole order: too much to be put into text while a key waits for its frame.
  writeTabTextLater(key, () => {
    const before = withAbsent(draft.conflict?.before ?? draft.before ?? order, draft.changes.absent);
    const kept: Kept = {
      before: unsent ? before : null,
      changes: draft.changes.quantities,
      note: isNoteDirty(draft) ? draft.note : null,
      adjustment: draft.adjustment,
    };
    return JSON.stringify(kept);
  });
}

/** What an earlier visit left; what the server has by now is no question any more. */
export function returningDraft(user: string, orderId: string, order: Order): Kept | null {
  const kept = readKept(readTabText(keyOf(user, orderId)), keptPage);
  if (!kept?.before) return kept;
  const changes = rebase(kept.before, order, kept.changes).quantities;
  const note = kept.note && kept.note.text.trim() !== order.sellerNote ? kept.note : null;
  if (Object.keys(changes).length > 0 || note !== null) return { ...kept, note };
  return { ...kept, before: null, changes: {}, note: null };
}
