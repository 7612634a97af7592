import { useEffect, useEffectEvent, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { hasChanges } from '../../../entities/order/edit/changes';
import type { OrderDispatch } from '../../../entities/order/edit/orderEdit';
import type { Order } from '../../../entities/order/types';
import { isLost } from '../../../entities/write/edit';
import { useBack } from '../../../shared/hooks/useBack';
import { useStore } from '../../../shared/hooks/useStore';
import { moduleMap } from '../../../shared/lib/store';
import type { Draft } from './draft';
import { makeOrderDraft, type OrderDraft } from './orderDraft';

interface OpenDraft {
  readonly actions: OrderDraft;
  pages: number;
}

/** Drafts of open pages, and of pages that were left during a write: a user who returns gets the same draft. */
const drafts = moduleMap<string, OpenDraft>();

function draftOf(dispatch: OrderDispatch, orderId: string): OpenDraft {
  const entry = drafts.get(orderId) ?? { actions: makeOrderDraft(dispatch, orderId), pages: 0 };
  drafts.set(orderId, entry);
  return entry;
}

function enter(entry: OpenDraft): void {
  entry.pages += 1;
}

const leaving = moduleMap<object, Promise<void>>();

/** Resolves when all writes of pages that were left have arrived or failed. */
export const released = (): Promise<unknown> => Promise.all(leaving.values());

async function release(orderId: string, entry: OpenDraft): Promise<void> {
  entry.pages -= 1;
  await entry.actions.flush();
  if (entry.pages === 0) drafts.delete(orderId);
}

/**
 * The draft of one order while its page is open. `order`: the server's copy; undefined until it has been read for this
 * visit. Then what an earlier visit left unsent is offered.
 */
export function useOrderDraft(orderId: string, order: Order | undefined): { draft: Draft; actions: OrderDraft } {
  const dispatch = useDispatch<OrderDispatch>();
  const entry = useMemo(() => draftOf(dispatch, orderId), [dispatch, orderId]);
  const { actions } = entry;
  const edit = useStore(actions.edit);
  const page = useStore(actions.page);
  const draft = useMemo(() => ({ ...edit, ...page }), [edit, page]);

  useEffect(() => {
    enter(entry);
    return () => {
      const left = {};
      leaving.set(
        left,
        release(orderId, entry).finally(() => leaving.delete(left)),
      );
    };
  }, [orderId, entry]);
  useEffect(() => {
    if (order) actions.restore(order);
  }, [order, actions]);

  usePushWhenBack(draft, actions);
  return { draft, actions };
}

/** Sends again what did not arrive, when the network is back or the server answers. */
function usePushWhenBack(draft: Draft, { push: send }: OrderDraft): void {
  const waiting = (hasChanges(draft) || isLost(draft)) && draft.conflict === null;
  // Only for what waits at that moment: a new change is pushed by itself.
  const push = (): void => {
    if (waiting && navigator.onLine) void send();
  };
  const pushAtFirst = useEffectEvent(push);
  useEffect(() => pushAtFirst(), []);
  useBack(push);
}
