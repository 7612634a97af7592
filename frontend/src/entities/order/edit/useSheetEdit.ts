import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useStore } from '../../../shared/hooks/useStore';
import { makeStore } from '../../../shared/lib/store';
import { useKept } from '../../session/useKept';
import { isLost, keepEdit } from '../../write/edit';
import { orderTotals } from '../order.math';
import { type FullOrder, isKnown, sheetApi } from '../sheet';
import type { OrderSheet } from '../types';
import type { WireReviseBody } from '../wire';
import { type Changes, countChanges, realOf, toReviseBody } from './changes';
import {
  makeOrderEdit,
  type OrderDispatch,
  type OrderEdit,
  type OrderRules,
  type OrderState,
  type Shortages,
} from './orderEdit';

import { keptSheet } from './schema';

type Rules = OrderRules<FullOrder, WireReviseBody>;

/** How the room that the order lies in tells of its writes. */
type Telling = Pick<Rules, 'failsInPlace'> & {
  readonly onLanded: (of: Pick<Rules & OrderEdit<FullOrder, WireReviseBody>, 'named' | 'reread'>) => unknown;
};

const known = (sheet: OrderSheet | undefined): FullOrder | undefined => (sheet && isKnown(sheet) ? sheet : undefined);

function makeSheetEdit(dispatch: OrderDispatch, orderId: string, telling: Telling) {
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
    ...telling,
    onLanded: () => telling.onLanded({ ...rules, ...made }),
  };
  const made = makeOrderEdit(rules);
  return { ...rules, ...made };
}

export interface SheetEdit {
  readonly made: ReturnType<typeof makeSheetEdit>;
  readonly state: OrderState<FullOrder>;
  /** Of the changes, those that the order does not say already; and how many. */
  readonly real: Changes;
  readonly count: number;
  /** Sent without an answer: it may have arrived or not. */
  readonly lost: boolean;
  /** Sends all changes; false when they did not arrive. */
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

/**
 * The changes of an order that are sent together, when the user says so: in its dialog, and on its paper. What is unsent
 * is kept under `name` while the tab is reloaded or the session ends.
 */
export function useSheetEdit(name: string, order: OrderSheet, telling: Telling): SheetEdit {
  const dispatch = useDispatch<OrderDispatch>();
  const { kept, keep } = useKept(`${name}/${order.id}`, keptSheet);
  const [made] = useState(() => {
    const fresh = makeSheetEdit(dispatch, order.id, telling);
    if (kept) fresh.edit.set(kept);
    return fresh;
  });
  const { edit, checks, reread } = made;
  useEffect(() => keepEdit(edit, keep), [edit, keep]);
  const state = useStore(edit);
  const real = realOf(order, state.changes);
  return {
    made,
    state,
    real,
    count: countChanges(real),
    lost: isLost(state),
    submit: async () => {
      await checks.settled();
      return edit.push();
    },
    discard: () => {
      // Whether a try without an answer arrived: the order itself tells.
      if (state.sent) void reread();
      edit.takeTheirs();
    },
  };
}
