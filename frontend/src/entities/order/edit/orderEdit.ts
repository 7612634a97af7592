import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import type { Store } from '../../../shared/lib/store';
import { type ToastOptions, toast } from '../../../shared/ui/Toast';
import { productApi } from '../../product/endpoints';
import type { selectUser } from '../../session/session.slice';
import { type EditRules, type EditState, isLost, makeEdit } from '../../write/edit';
import { laterFields } from '../../write/merge';
import { nameOfLine, notifyFailure, orderName } from '../failure';
import { differs, rebase, withAbsent } from '../order.changes';
import { linesOf, withStocks } from '../order.math';
import { heldOf, savedApi } from '../saved';
import type { sheetApi, Updated } from '../sheet';
import { makeStockChecks } from '../stockChecks';
import type { Order } from '../types';
import { afterFrame } from './afterFrame';
import { applied, type Changes, countChanges, displayedOrder, NO_CHANGES, realOf } from './changes';

type Root = Parameters<ReturnType<typeof sheetApi.endpoints.orderSheet.select>>[0] &
  Parameters<ReturnType<typeof productApi.endpoints.stock.select>>[0] &
  Parameters<ReturnType<typeof savedApi.endpoints.savedLines.select>>[0] &
  Parameters<typeof selectUser>[0];
export type OrderDispatch = ThunkDispatch<Root, unknown, UnknownAction>;

export type OrderState<T extends Order> = EditState<T, Changes, unknown>;

/** Type → the server's text about its stock when the order could not be saved. */
export interface Shortages {
  readonly shortages: Readonly<Record<string, string>>;
}

/** How the order is read and written. Its page and its dialog use different calls. */
export interface OrderRules<T extends Order, Body>
  extends Pick<EditRules<T, Changes, Body, Updated>, 'copy' | 'reread' | 'toBody' | 'send'> {
  readonly dispatch: OrderDispatch;
  readonly orderId: string;
  /** Each change is sent as soon as it is made; otherwise all together when the user submits. */
  readonly sendsAtOnce: boolean;
  readonly shortages: Store<Shortages>;
  readonly patch: (change: (order: T) => T) => void;
  /** Called when the server has saved the changes. `before`: the copy that they were made on. */
  readonly onLanded: (before: T, changes: Changes) => unknown;
  /** A failure is reported next to the changes instead of in a toast. */
  readonly failsInPlace?: boolean;
}

/** ms: presses within this time are sent together. */
const PUSH_AFTER = 400;

export type OrderEdit<T extends Order, Body> = ReturnType<typeof makeOrderEdit<T, Body>>;

/** The user's changes of one order, and the stock checks for them. */
export function makeOrderEdit<T extends Order, Body>(rules: OrderRules<T, Body>) {
  const { dispatch, orderId, copy, reread, patch, sendsAtOnce, shortages } = rules;
  const about = `order/${orderId}`;
  const toastOf = (nameOf: (order: T) => string | undefined): ToastOptions => {
    const order = copy();
    return { about, thing: order && nameOf(order) };
  };
  /** Toast options with which a toast replaces the last one about the same order. */
  const named = () => toastOf(orderName);
  const ofLine = (typeId: string) => toastOf((order) => nameOfLine(order, typeId));

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sends the pending changes; false when they did not arrive. */
  const push = (): Promise<boolean> => {
    clearTimeout(timer);
    return edit.push();
  };
  const schedule = (): void => {
    if (!sendsAtOnce) return;
    clearTimeout(timer);
    timer = setTimeout(() => void push(), PUSH_AFTER);
  };
  // Changes that are sent together are locked until the answer, also against the late answer of a stock check.
  const isLocked = (): boolean => !sendsAtOnce && edit.get().sent !== null;
  const change = (by: (changes: Changes) => Changes): void => {
    if (isLocked()) return;
    edit.change(by);
    schedule();
  };
  /** Sets a quantity without a stock check: 0 removes the line. */
  const setQuantity = (typeId: string, quantity: number): void => {
    if (isLocked()) return;
    const { [typeId]: short, ...others } = shortages.get().shortages;
    if (short !== undefined) shortages.set({ shortages: others });
    toast.dismiss(about);
    change((changes) => ({ ...changes, quantities: { ...changes.quantities, [typeId]: quantity } }));
  };
  /** Displays what the order could have of a type, of which `free` can still be sold. */
  const showStock = (typeId: string, free: number): void => {
    const order = copy();
    if (!order) return;
    const { revision } = order;
    const saved = dispatch((_, getState) => savedApi.endpoints.savedLines.select({ orderId, revision })(getState()));
    const held = heldOf(order, typeId, saved.data);
    if (held !== null) patch((known) => withStocks(known, { [typeId]: free + held }));
  };
  const checks = makeStockChecks({
    ask: async (typeId) => {
      await afterFrame();
      const asked = productApi.endpoints.stock.initiate(typeId, { forceRefetch: true, subscribe: false });
      const free = await dispatch(asked).unwrap();
      showStock(typeId, free);
      return free;
    },
    quantityOf: (typeId) => {
      const order = copy();
      const lines = order ? linesOf(displayedOrder(order, edit.get(), sendsAtOnce).products) : [];
      return lines.find((line) => line.typeId === typeId)?.quantity ?? 0;
    },
    setQuantity,
    onEmpty: (typeId) => toast.error(i18next.t('stockEmpty', { ns: 'order' }), ofLine(typeId)),
    onFailure: (error, typeId) => notifyFailure(error, ofLine(typeId)),
    onAnswered: schedule,
  });
  const edit = makeEdit<T, Changes, Body, Updated>({
    none: NO_CHANGES,
    copy,
    reread,
    versionOf: ({ version }) => version,
    apply: applied,
    differs,
    // A change that is sent at once also restores a line that somebody else has removed. In the dialog such a change is
    // dropped, and the comparison reports that the line is gone.
    rebase: (before, now, changes) =>
      sendsAtOnce
        ? { ...changes, ...rebase(withAbsent(before, changes.absent), now, changes.quantities) }
        : realOf(now, changes),
    isEmpty: (changes) => countChanges(changes) === 0,
    later: (sent, { quantities, absent }) => ({
      ...NO_CHANGES,
      quantities: laterFields(sent.quantities, quantities),
      absent,
    }),
    ready: ({ quantities, ...changes }) => {
      const { asking } = checks.get();
      const known = Object.entries(quantities).filter(([typeId]) => !(typeId in asking));
      return { ...changes, quantities: Object.fromEntries(known) };
    },
    toBody: rules.toBody,
    send: rules.send,
    land: async ({ copy: before, changes }, { version, shipping, discounts }) => {
      patch((known) =>
        known.version >= version
          ? known
          : {
              ...applied(known, changes),
              version,
              shipping,
              discounts,
              // The first change opens a registered order again.
              ...(known.status === 'registered' && { status: 'open', reopened: true }),
            },
      );
      // A line that was added again gets the current price, which only the server knows.
      if (changes.absent.length > 0) await reread();
      await rules.onLanded(before, changes);
    },
    notify: (error, what) => {
      // On the page a dialog asks about the conflict instead.
      if (!rules.failsInPlace && (what !== 'conflict' || !sendsAtOnce)) notifyFailure(error, named());
    },
    keepsRefused: !sendsAtOnce,
  });
  /** Sends what was just changed, because the page is left. */
  const flush = async (): Promise<void> => {
    await checks.settled();
    clearTimeout(timer);
    // A write without an answer is not sent again: the user was asked about it before leaving.
    if (!isLost(edit.get()) && navigator.onLine) await edit.push();
  };
  return { edit, checks, change, setQuantity, push, flush, named };
}
