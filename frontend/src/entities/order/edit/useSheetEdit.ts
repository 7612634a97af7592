import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useStore } from '../../../shared/hooks/useStore';
import { makeStore } from '../../../shared/lib/store';
import { useStoredDraft } from '../../session/useStoredDraft';
import { isLost, storeEdit } from '../../write/edit';
import { orderTotals } from '../order.math';
import { type FullOrder, isKnown, sheetApi } from '../sheet';
import type { OrderSheet } from '../types';
import type { WireReviseBody } from '../wire';
import { countChanges, realOf, toReviseBody } from './changes';
import { makeOrderEdit, type OrderDispatch, type OrderEdit, type OrderRules, type Shortages } from './orderEdit';
import { storedSheetEdit } from './schema';

type Rules = OrderRules<FullOrder, WireReviseBody>;

/** How the dialog or the paper reports writes. */
type Reporting = Pick<Rules, 'failsInPlace'> & {
  readonly onLanded: (of: Pick<Rules & OrderEdit<FullOrder, WireReviseBody>, 'named' | 'reread'>) => unknown;
};

const known = (sheet: OrderSheet | undefined): FullOrder | undefined => (sheet && isKnown(sheet) ? sheet : undefined);

function makeSheetEdit(dispatch: OrderDispatch, orderId: string, reporting: Reporting) {
  const { orderSheet, reviseOrder } = sheetApi.endpoints;
  const untracked = { track: false };
  const rules: Rules = {
    dispatch,
    orderId,
    copy: () => known(dispatch((_, getState) => orderSheet.select(orderId)(getState()).data)),
    reread: async () => {
      const { data, error } = await dispatch(orderSheet.initiate(orderId, { forceRefetch: true, subscribe: false }));
      return error === undefined ? known(data) : undefined;
    },
    patch: (change) => {
      const withTotals = (order: FullOrder): FullOrder => ({ ...order, totals: orderTotals(order) });
      dispatch(
        sheetApi.util.updateQueryData('orderSheet', orderId, (sheet) =>
          isKnown(sheet) ? withTotals(change(sheet)) : sheet,
        ),
      );
    },
    sendsAtOnce: false,
    shortages: makeStore<Shortages>({ shortages: {} }),
    toBody: toReviseBody,
    send: (attempt) => dispatch(reviseOrder.initiate({ orderId, ...attempt }, untracked)).unwrap(),
    ...reporting,
    onLanded: () => reporting.onLanded({ ...rules, ...made }),
  };
  const made = makeOrderEdit(rules);
  return { ...rules, ...made };
}

export type SheetEdit = ReturnType<typeof useSheetEdit>;

/**
 * The changes of an order that are sent together when the user submits them: in its dialog, and on its paper. Unsent ones
 * are stored under `name`, and survive a reload of the tab and the end of the session.
 */
export function useSheetEdit(name: string, order: OrderSheet, reporting: Reporting) {
  const dispatch = useDispatch<OrderDispatch>();
  const { stored, store } = useStoredDraft(`${name}/${order.id}`, storedSheetEdit);
  const [made] = useState(() => {
    const fresh = makeSheetEdit(dispatch, order.id, reporting);
    if (stored) fresh.edit.set(stored);
    return fresh;
  });
  const { edit, checks, reread } = made;
  useEffect(() => storeEdit(edit, store), [edit, store]);
  const state = useStore(edit);
  const real = realOf(order, state.changes);
  return {
    made,
    state,
    /** The changes that differ from the order. */
    real,
    count: countChanges(real),
    /** Sent without an answer: it may have arrived or not. */
    lost: isLost(state),
    /** Sends all changes; false when they did not arrive. */
    submit: async (): Promise<boolean> => {
      await checks.settled();
      return edit.push();
    },
    discard: (): void => {
      // Reads the order again to learn whether a write without an answer has arrived.
      if (state.sent) void reread();
      edit.takeTheirs();
    },
  };
}
