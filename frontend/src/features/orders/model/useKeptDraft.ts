import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import type { Order } from '../../../entities/order/types';
import { selectUser } from '../../../entities/session/session.slice';
import { type Draft, draftReturned } from './draft.slice';
import { keepDraft, returningDraft } from './draftStore';
import type { OrderDispatch } from './orderSync';

/**
 * Keeps the draft over a reload or a crash of the tab, and offers it when the order is on the screen again.
 * `order`: the server's copy; undefined until it has been read for this visit.
 */
export function useKeptDraft(orderId: string, order: Order | undefined, draft: Draft, dispatch: OrderDispatch): void {
  const user = useSelector(selectUser).username;
  const looked = useRef<string | null>(null);
  const opened = draft.orderId === orderId;
  useEffect(() => {
    if (!order || !opened) return;
    if (looked.current === orderId) {
      keepDraft(user, order, draft);
      return;
    }
    looked.current = orderId;
    const kept = returningDraft(user, orderId, order);
    if (kept) dispatch(draftReturned(kept));
    else keepDraft(user, order, draft);
  }, [user, orderId, order, opened, draft, dispatch]);
}
