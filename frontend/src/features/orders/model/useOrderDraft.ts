import { useEffect, useEffectEvent, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { hasChanges } from '../../../entities/order/edit/changes';
import type { OrderDispatch } from '../../../entities/order/edit/orderEdit';
import type { Order } from '../../../entities/order/types';
import { selectUser } from '../../../entities/session/session.slice';
import { isLost } from '../../../entities/write/edit';
import { useBack } from '../../../shared/hooks/useBack';
import { useStore } from '../../../shared/hooks/useStore';
import { moduleMap } from '../../../shared/lib/store';
import type { Draft } from './draft';
import { returningDraft } from './draftStore';
import { makeOrderDraft, type OrderDraft } from './orderDraft';

interface OpenDraft {
  readonly actions: OrderDraft;
  pages: number;
  /** What an earlier visit left was looked for. */
  looked: boolean;
}

/** Of pages that are open, or were left with something on its way: who comes back finds it. */
const drafts = moduleMap<string, OpenDraft>();

function draftOf(dispatch: OrderDispatch, orderId: string): OpenDraft {
  const open = drafts.get(orderId) ?? { actions: makeOrderDraft(dispatch, orderId), pages: 0, looked: false };
  drafts.set(orderId, open);
  return open;
}

function enter(open: OpenDraft): void {
  open.pages += 1;
}

function lookOnce(open: OpenDraft, user: string, orderId: string, order: Order): void {
  if (open.looked) return;
  open.looked = true;
  open.actions.returned(returningDraft(user, orderId, order));
}

const leaving = moduleMap<object, Promise<void>>();

/** When what was on its way as pages were left has arrived, or has failed to. */
export const released = (): Promise<unknown> => Promise.all(leaving.values());

async function release(orderId: string, open: OpenDraft): Promise<void> {
  open.pages -= 1;
  await open.actions.flush();
  if (open.pages === 0) drafts.delete(orderId);
}

/**
 * The draft of one order, open for as long as its page is. `order`: the server's copy; undefined until it has been read
 * for this visit: then what an earlier one left unsent is offered.
 */
export function useOrderDraft(orderId: string, order: Order | undefined): { draft: Draft; actions: OrderDraft } {
  const dispatch = useDispatch<OrderDispatch>();
  const user = useSelector(selectUser).username;
  const open = useMemo(() => draftOf(dispatch, orderId), [dispatch, orderId]);
  const { actions } = open;
  const edit = useStore(actions.edit);
  const page = useStore(actions.page);
  const draft = useMemo(() => ({ ...edit, ...page }), [edit, page]);

  useEffect(() => {
    enter(open);
    return () => {
      const left = {};
      leaving.set(
        left,
        release(orderId, open).finally(() => leaving.delete(left)),
      );
    };
  }, [orderId, open]);
  useEffect(() => {
    if (order) lookOnce(open, user, orderId, order);
  }, [user, orderId, order, open]);

  usePushWhenBack(draft, actions);
  return { draft, actions };
}

/** What did not arrive goes on its way again as soon as there is one: the network is back, or the server answers. */
function usePushWhenBack(draft: Draft, { push: send }: OrderDraft): void {
  const waiting = (hasChanges(draft) || isLost(draft)) && draft.conflict === null;
  // Looks at what waits at the moment of the change only: what was just changed is pushed by itself.
  const push = (): void => {
    if (waiting && navigator.onLine) void send();
  };
  const pushAtFirst = useEffectEvent(push);
  useEffect(() => pushAtFirst(), []);
  useBack(push);
}
