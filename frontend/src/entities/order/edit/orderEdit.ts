import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import type { Store } from '../../../shared/lib/store';
import { type ToastOptions, toast } from '../../../shared/ui/Toast';
import { productApi } from '../../product/endpoints';
import type { selectUser } from '../../session/session.slice';
import { type Edit, type EditRules, type EditState, isLost, makeEdit } from '../../write/edit';
import { laterFields } from '../../write/merge';
import { nameOfLine, notifyFailure, orderName } from '../failure';
import { differs, rebase, withAbsent } from '../order.changes';
import { linesOf } from '../order.math';
import type { savedApi } from '../saved';
import type { sheetApi, Updated } from '../sheet';
import { makeStockChecks, type StockChecks } from '../stockChecks';
import type { Order } from '../types';
import { afterFrame } from './afterFrame';
import { applied, type Changes, countChanges, NO_CHANGES, realOf, shownOrder } from './changes';

type Root = Parameters<ReturnType<typeof sheetApi.endpoints.orderSheet.select>>[0] &
  Parameters<ReturnType<typeof productApi.endpoints.stock.select>>[0] &
  Parameters<ReturnType<typeof savedApi.endpoints.savedLines.select>>[0] &
  Parameters<typeof selectUser>[0];
export type OrderDispatch = ThunkDispatch<Root, unknown, UnknownAction>;

export type OrderState<T extends Order> = EditState<T, Changes, unknown>;

/** Type → what the server said of its stock when the order could not be saved. */
export interface Shortages {
  readonly shortages: Readonly<Record<string, string>>;
}

/** Where the order's copy is kept and how it is written: what its page and its dialog do each in its own way. */
export interface OrderRules<T extends Order, Body>
  extends Pick<EditRules<T, Changes, Body, Updated>, 'copy' | 'reread' | 'toBody' | 'send'> {
  readonly dispatch: OrderDispatch;
  readonly orderId: string;
  /** Each change is sent as soon as it is made; else all of them together, when the user says so. */
  readonly sendsAtOnce: boolean;
  readonly shortages: Store<Shortages>;
  readonly patch: (change: (order: T) => T) => void;
  /** The server has taken them: says so. `before`: what they were made on. */
  readonly onLanded: (before: T, changes: Changes) => unknown;
  /** A failure is said where the changes stand, not in passing. */
  readonly failsInPlace?: boolean;
}

/** ms: presses within this time travel together. */
const PUSH_AFTER = 400;

export interface OrderEdit<T extends Order, Body> {
  readonly edit: Edit<T, Changes, Body>;
  readonly checks: StockChecks;
  readonly change: (by: (changes: Changes) => Changes) => void;
  /** A quantity that needs no stock: 0 takes the line out. */
  readonly setQuantity: (typeId: string, quantity: number) => void;
  /** Sends what waits; false when it did not arrive. */
  readonly push: () => Promise<boolean>;
  /** The page is left: what was just changed goes on its way. */
  readonly flush: () => Promise<void>;
  /** Of a toast: it replaces what was last said about the order. */
  readonly named: () => ToastOptions;
}

/** The user's changes of one order beside the server's copy, and the stock that is asked for them. */
export function makeOrderEdit<T extends Order, Body>(rules: OrderRules<T, Body>): OrderEdit<T, Body> {
  const { dispatch, orderId, copy, reread, patch, sendsAtOnce, shortages } = rules;
  const about = `order/${orderId}`;
  const toastOf = (nameOf: (order: T) => string | undefined): ToastOptions => {
    const order = copy();
    return { about, thing: order && nameOf(order) };
  };
  const named = () => toastOf(orderName);
  const ofLine = (typeId: string) => toastOf((order) => nameOfLine(order, typeId));

  let timer: ReturnType<typeof setTimeout> | undefined;
  const push = (): Promise<boolean> => {
    clearTimeout(timer);
    return edit.push();
  };
  const schedule = (): void => {
    if (!sendsAtOnce) return;
    clearTimeout(timer);
    timer = setTimeout(() => void push(), PUSH_AFTER);
  };
  // What is sent together stays as it was sent until the answer: a late one about the stock has no place then.
  const isHeld = (): boolean => !sendsAtOnce && edit.get().sent !== null;
  const change = (by: (changes: Changes) => Changes): void => {
    if (isHeld()) return;
    edit.change(by);
    schedule();
  };
  const setQuantity = (typeId: string, quantity: number): void => {
    if (isHeld()) return;
    const { [typeId]: short, ...others } = shortages.get().shortages;
    if (short !== undefined) shortages.set({ shortages: others });
    toast.dismiss(about);
    change((changes) => ({ ...changes, quantities: { ...changes.quantities, [typeId]: quantity } }));
  };
  const checks = makeStockChecks({
    ask: async (typeId) => {
      await afterFrame();
      return dispatch(productApi.endpoints.stock.initiate(typeId, { forceRefetch: true, subscribe: false })).unwrap();
    },
    quantityOf: (typeId) => {
      const order = copy();
      const lines = order ? linesOf(shownOrder(order, edit.get(), sendsAtOnce).products) : [];
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
    // What goes at once also brings back a line that somebody else took out; else the user is told that it is gone.
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
      // A line that came in again has the price of the day.
      if (changes.absent.length > 0) await reread();
      await rules.onLanded(before, changes);
    },
    notify: (error, what) => {
      // What goes at once is asked about instead.
      if (!rules.failsInPlace && (what !== 'conflict' || !sendsAtOnce)) notifyFailure(error, named());
    },
    keepsRefused: !sendsAtOnce,
  });
  const flush = async (): Promise<void> => {
    await checks.settled();
    clearTimeout(timer);
    // What got no answer was asked about, and left as it is.
    if (!isLost(edit.get()) && navigator.onLine) await edit.push();
  };
  return { edit, checks, change, setQuantity, push, flush, named };
}
