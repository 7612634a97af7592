import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Comparison, compare } from '../../../entities/order/order.changes';
import { orderTotals } from '../../../entities/order/order.math';
import { sheetApi } from '../../../entities/order/sheet';
import type { StockChecks } from '../../../entities/order/stockChecks';
import type { OrderSheet } from '../../../entities/order/types';
import { isSeller } from '../../../entities/session/roles';
import { selectRoles } from '../../../entities/session/session.slice';
import { useKept } from '../../../entities/session/useKept';
import { isLost, keepEdit } from '../../../entities/write/edit';
import { makeStore } from '../../../entities/write/store';
import { useStore } from '../../../entities/write/useStore';
import type { AppError } from '../../../shared/api/appError';
import { toast } from '../../../shared/ui/Toast';
import { orderApi } from '../api/endpoints';
import { type FullOrder, isKnown } from '../api/types';
import type { WireReviseBody } from '../api/wire';
import { type Changes, countChanges, missingIn, realOf, toReviseBody } from './changes';
import { type Decisions, makeDecisions } from './decisions';
import { makeOrderEdit, type OrderDispatch, type OrderEdit, type OrderRules, type Shortages } from './orderEdit';
import { keptChanges } from './schema';

export interface DialogDraft extends Decisions, Shortages, Pick<OrderEdit<FullOrder, WireReviseBody>, 'setQuantity'> {
  /** As they were typed. */
  readonly changes: Changes;
  /** Of them, those that the order does not say already. */
  readonly real: Changes;
  readonly change: (part: Partial<Changes>) => void;
  readonly setPrice: (typeId: string, price: number | null) => void;
  /** Whether the stock is asked for what is wanted. */
  readonly asksStock: boolean;
  /** A quantity that was pressed or typed: shown at once; a seller's own stock is asked for. */
  readonly want: (typeId: string, quantity: number) => void;
  readonly checks: StockChecks;
  /** How many changes wait to be sent. */
  readonly count: number;
  /** Fields that are empty and must not be. */
  readonly missing: ReadonlySet<string>;
  /** What somebody else has changed since the user began; null when there is nothing to tell. */
  readonly theirs: Comparison | null;
  readonly acceptTheirs: () => void;
  /** Sent without an answer: it may have arrived or not. */
  readonly lost: boolean;
  readonly sending: boolean;
  /** What the server said when it did not take the changes. */
  readonly refusal: AppError | null;
  /** Sends all changes; false when they did not arrive. */
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

function makeDialogDraft(dispatch: OrderDispatch, orderId: string) {
  const { orderSheet } = sheetApi.endpoints;
  const known = (sheet: OrderSheet | undefined): FullOrder | undefined => (sheet && isKnown(sheet) ? sheet : undefined);
  const rules: OrderRules<FullOrder, WireReviseBody> = {
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
    send: (attempt) =>
      dispatch(orderApi.endpoints.reviseOrder.initiate({ orderId, ...attempt }, { track: false })).unwrap(),
    onLanded: () => toast.success(i18next.t('done.updated', { ns: 'order' }), made.named()),
    onChanged: () => undefined,
  };
  const made = makeOrderEdit(rules);
  const submit = async (): Promise<boolean> => {
    await made.checks.settled();
    return made.edit.push();
  };
  return { ...rules, ...made, ...makeDecisions(rules, made, { by: 'cp' }), submit };
}

/** The changes of an order in its dialog: sent together, when the user says so. */
export function useDialogDraft(order: FullOrder): DialogDraft {
  const dispatch = useDispatch<OrderDispatch>();
  const { kept, keep } = useKept(`order-dialog/${order.id}`, keptChanges);
  const [made] = useState(() => {
    const fresh = makeDialogDraft(dispatch, order.id);
    if (kept) fresh.edit.set(kept);
    return fresh;
  });
  const { edit, checks } = made;
  useEffect(() => keepEdit(edit, keep), [edit, keep]);
  const state = useStore(edit);
  const { shortages } = useStore(made.shortages);
  // An operator may not ask: there the server alone decides.
  const asksStock = isSeller(useSelector(selectRoles));
  const real = realOf(order, state.changes);
  const count = countChanges(real);
  const before = state.conflict?.before ?? (count > 0 && edit.isStale() ? state.before : null);
  return {
    ...made,
    shortages,
    changes: state.changes,
    real,
    change: (part) => made.change((now) => ({ ...now, ...part })),
    setPrice: (typeId, price) => made.change((now) => ({ ...now, prices: { ...now.prices, [typeId]: price } })),
    asksStock,
    want: asksStock ? checks.want : made.setQuantity,
    count,
    missing: missingIn(real),
    theirs: before && compare(before, order),
    acceptTheirs: edit.keepMine,
    lost: isLost(state),
    sending: state.sending,
    refusal: state.refusal?.error ?? null,
    discard: () => {
      // Whether a try without an answer arrived: the order itself tells.
      if (state.sent) void made.reread();
      edit.takeTheirs();
    },
  };
}
