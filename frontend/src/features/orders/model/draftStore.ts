import { isAdjusted } from '../../../entities/order/calculator';
import { withAbsent } from '../../../entities/order/order.changes';
import { realChanges } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { readTabText, removeTabText, writeTabTextLater } from '../../../shared/lib/tabStorage';
import { type Draft, isNoteDirty, isUnsent, type Kept } from './draft';
import { readKept } from './schema';

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
  const text = readTabText(keyOf(user, orderId));
  const kept = text === null ? null : readKept(text);
  if (!kept) return null;
  const { before } = kept;
  if (!before) return kept;
  const changes = realChanges(withAbsent(order, before.products.map(emptied)), kept.changes);
  const note = kept.note && kept.note.text.trim() !== order.sellerNote ? kept.note : null;
  if (Object.keys(changes).length > 0 || note !== null) return { ...kept, note };
  return { ...kept, before: null, changes: {}, note: null };
}

const emptied = (product: Order['products'][number]): Order['products'][number] => ({
  ...product,
  lines: product.lines.map((line) => ({ ...line, quantity: 0 })),
});
