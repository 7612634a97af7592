import {
  addListener,
  type ListenerEffectAPI,
  removeListener,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isReachable, subscribeReachable } from '../../../shared/api/connection';
import { useOnline } from '../../../shared/hooks/useOnline';
import { type Draft, draftClosed, draftOpened, hasChanges, quantityChanged, selectDraft } from './draft.slice';
import { makeOrderSync, type OrderDispatch, type OrderSync } from './orderSync';

type Api = ListenerEffectAPI<unknown, ThunkDispatch<unknown, unknown, UnknownAction>>;

/** Presses within this time travel together. */
const PUSH_AFTER = 400;

interface OpenDraft {
  readonly draft: Draft;
  readonly sync: OrderSync;
  readonly dispatch: OrderDispatch;
}

/** Opens the draft of one order for as long as its page is open, and sends each change shortly after the last. */
export function useOrderDraft(orderId: string): OpenDraft {
  const dispatch = useDispatch<OrderDispatch>();
  const draft = useSelector(selectDraft);
  const sync = useMemo(() => makeOrderSync(dispatch, orderId), [dispatch, orderId]);

  useEffect(() => {
    const pushing = {
      actionCreator: quantityChanged,
      effect: async (_: UnknownAction, api: Api): Promise<void> => {
        // Takes the place of a push that still waits; one under way goes on, and this one follows it.
        api.cancelActiveListeners();
        await api.delay(PUSH_AFTER);
        await sync.push();
      },
    };
    dispatch(draftOpened(orderId));
    dispatch(addListener(pushing));
    return () => {
      dispatch(removeListener({ ...pushing, cancelActive: true }));
      dispatch(draftClosed());
    };
  }, [dispatch, orderId, sync]);

  usePushWhenBack(draft, sync);
  return { draft, sync, dispatch };
}

/** What did not arrive goes on its way again as soon as there is one: the network is back, or the server answers. */
function usePushWhenBack(draft: Draft, sync: OrderSync): void {
  const online = useOnline();
  const reachable = useSyncExternalStore(subscribeReachable, isReachable);
  const waiting = (hasChanges(draft) || draft.attempt !== null) && draft.conflict === null;
  // Both look at what waits at the moment of the change only: what was just changed is pushed by itself.
  const push = useEffectEvent(() => {
    if (waiting && navigator.onLine) void sync.push();
  });
  useEffect(() => {
    if (online) push();
  }, [online]);
  useEffect(() => {
    if (reachable) push();
  }, [reachable]);
}
