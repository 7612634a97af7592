import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { nameOfLine, notifyFailure, orderName } from '../../../../entities/order/failure';
import { linesOf } from '../../../../entities/order/order.math';
import { sheetApi } from '../../../../entities/order/sheet';
import { makeStockChecks, type StockChecks } from '../../../../entities/order/stockChecks';
import type { OrderSheet } from '../../../../entities/order/types';
import { productApi } from '../../../../entities/product/endpoints';
import { isSeller } from '../../../../entities/session/roles';
import { selectRoles } from '../../../../entities/session/session.slice';
import { useKept } from '../../../../entities/session/useKept';
import { isLost, keepEdit, makeEdit } from '../../../../entities/write/edit';
import { useStore } from '../../../../entities/write/useStore';
import type { AppError } from '../../../../shared/api/appError';
import { toast } from '../../../../shared/ui/Toast';
import { orderDialogApi } from '../api/endpoints';
import { type FullOrder, isKnown } from '../api/types';
import type { WireUpdateBody } from '../api/wire';
import {
  applied,
  type Change,
  changesBetween,
  countChanges,
  type Draft,
  EMPTY_DRAFT,
  missingIn,
  realDraft,
  toUpdateBody,
} from './draft';
import { keptOrder } from './schema';

export interface OrderDraft {
  readonly draft: Draft;
  /** What depends on the draft is made of the one of that moment, not of the one that was on the screen. */
  readonly change: (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;
  /** Whether the stock is asked for what is wanted. */
  readonly asksStock: boolean;
  /** A quantity that was pressed or typed: shown at once; a seller's own stock is asked for. */
  readonly want: (typeId: string, quantity: number) => void;
  readonly checks: StockChecks;
  /** How many changes wait to be sent. */
  readonly count: number;
  /** Fields that are empty and must not be. */
  readonly missing: ReadonlySet<string>;
  /** What somebody else has changed since the user began; empty when there is nothing to tell. */
  readonly theirs: readonly Change[];
  readonly acceptTheirs: () => void;
  /** Sent without an answer: it may have arrived or not. */
  readonly lost: boolean;
  readonly sending: boolean;
  /** What the server said when it did not take the changes. */
  readonly refusal: AppError | null;
  /** The order's new version when the server has all changes, null when not. */
  readonly submit: () => Promise<number | null>;
  readonly discard: () => void;
}

type ApiRoot = Parameters<ReturnType<typeof sheetApi.endpoints.orderSheet.select>>[0];
type Dispatch = ThunkDispatch<ApiRoot, unknown, UnknownAction>;

function makeDialogEdit(dispatch: Dispatch, orderId: string) {
  const { orderSheet } = sheetApi.endpoints;
  const { updateFullOrder } = orderDialogApi.endpoints;
  const known = (sheet: OrderSheet | undefined): FullOrder | undefined => (sheet && isKnown(sheet) ? sheet : undefined);
  const orderNow = () => known(dispatch((_, getState) => orderSheet.select(orderId)(getState()).data));
  const reread = async (): Promise<FullOrder | undefined> => {
    const { data, error } = await dispatch(orderSheet.initiate(orderId, { forceRefetch: true, subscribe: false }));
    return error === undefined ? known(data) : undefined;
  };
  const named = () => {
    const order = orderNow();
    return { thing: order && orderName(order) };
  };
  const ofLine = (typeId: string) => {
    const order = orderNow();
    return { thing: order && nameOfLine(order, typeId) };
  };
  const edit = makeEdit<FullOrder, Draft, WireUpdateBody, unknown>({
    none: EMPTY_DRAFT,
    copy: orderNow,
    reread,
    versionOf: ({ version }) => version,
    apply: applied,
    differs: (before, now) => changesBetween(before, now).length > 0,
    rebase: (_before, now, draft) => realDraft(now, draft),
    isEmpty: ({ quantities, prices, ...rest }) =>
      Object.keys({ ...quantities, ...prices }).length + Object.keys(rest).length === 0,
    toBody: toUpdateBody,
    send: (attempt) => dispatch(updateFullOrder.initiate({ orderId, ...attempt }, { track: false })).unwrap(),
    // The call has brought the copy up to date.
    land: () => toast.success(i18next.t('done.updated', { ns: 'order' }), named()),
    notify: (error) => notifyFailure(error, named()),
    keepsRefused: true,
  });
  const change: OrderDraft['change'] = (part) => {
    // On its way, or sent without an answer: what comes then, such as a late answer about the stock, has no place.
    if (edit.get().sent) return;
    edit.change((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
  };
  const setQuantity = (typeId: string, quantity: number): void =>
    change(({ quantities }) => ({ quantities: { ...quantities, [typeId]: quantity } }));
  const checks = makeStockChecks({
    ask: (typeId) =>
      dispatch(productApi.endpoints.stock.initiate(typeId, { forceRefetch: true, subscribe: false })).unwrap(),
    quantityOf: (typeId) => {
      const order = orderNow();
      const lines = order ? linesOf(applied(order, edit.get().changes).products) : [];
      return lines.find((line) => line.typeId === typeId)?.quantity ?? 0;
    },
    setQuantity,
    onEmpty: (typeId) => toast.error(i18next.t('stockEmpty', { ns: 'order' }), ofLine(typeId)),
    onFailure: (error, typeId) => notifyFailure(error, ofLine(typeId)),
  });
  const submit = async (): Promise<number | null> => {
    await checks.settled();
    return (await edit.push()) ? (orderNow()?.version ?? null) : null;
  };
  return { edit, change, setQuantity, checks, submit, reread };
}

/** The user's changes beside the server's copy, and their one way to the server. */
export function useDraft(order: FullOrder): OrderDraft {
  const dispatch = useDispatch<Dispatch>();
  const { kept, keep } = useKept(`order-dialog/${order.id}`, keptOrder);
  const [made] = useState(() => {
    const fresh = makeDialogEdit(dispatch, order.id);
    if (kept) fresh.edit.set(kept);
    return fresh;
  });
  const { edit, checks } = made;
  useEffect(() => keepEdit(edit, keep), [edit, keep]);
  const state = useStore(edit);
  // An operator may not ask: there the server alone decides.
  const mayAsk = isSeller(useSelector(selectRoles));
  const draft = state.changes;
  const count = countChanges(order, draft);
  const before = state.conflict?.before ?? (edit.isStale() ? state.before : null);
  return {
    draft,
    change: made.change,
    asksStock: mayAsk,
    want: mayAsk ? checks.want : made.setQuantity,
    checks,
    count,
    missing: missingIn(order, draft),
    theirs: before && count > 0 ? changesBetween(before, order) : [],
    acceptTheirs: edit.keepMine,
    lost: isLost(state),
    sending: state.sending,
    refusal: state.refusal?.error ?? null,
    submit: made.submit,
    discard: () => {
      // Whether a try without an answer arrived: the order itself tells.
      if (state.sent) void made.reread();
      edit.takeTheirs();
    },
  };
}
