import { useMemo } from 'react';
import { displayedOrder, hasChanges } from '../../../entities/order/edit/changes';
import { displayedTotals } from '../../../entities/order/order.math';
import { useSavedLinesQuery } from '../../../entities/order/saved';
import { isEditable } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { useOnline } from '../../../shared/hooks/useOnline';
import type { Draft } from './draft';

/** The order as the user sees it: the server's copy with what has been changed. */
export function useEdited(orderId: string, order: Order, draft: Draft) {
  const offline = !useOnline();
  const edited = useMemo(() => displayedOrder(order, draft), [order, draft]);
  const changed = hasChanges(draft) && draft.conflict === null;
  const { totals, waiting } = useMemo(() => displayedTotals(order, edited, changed), [order, edited, changed]);
  // Of a reopened order: its goods are still reserved, and what has changed since is marked.
  const { revision, reopened } = order;
  const { data: saved } = useSavedLinesQuery({ orderId, revision }, { skip: !reopened });
  return {
    edited,
    totals,
    /** The totals are those before the last change, because only the server can calculate them. */
    waiting,
    offline,
    editing: isEditable(order.status),
    /** The lines of the registered revision of a reopened order, once they are known. */
    saved: reopened ? (saved ?? null) : null,
  };
}
