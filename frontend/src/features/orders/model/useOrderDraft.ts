import {
  addListener,
  type ListenerEffectAPI,
  removeListener,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Draft, draftClosed, draftOpened, quantityChanged, selectDraft } from './draft.slice';
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

  return { draft, sync, dispatch };
}
