import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { isAdjusted, NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { nameOfLine, notifyFailure, orderName, withTypeNames } from '../../../entities/order/failure';
import { differs } from '../../../entities/order/order.changes';
import { linesOf } from '../../../entities/order/order.math';
import { savedApi } from '../../../entities/order/saved';
import { makeStockChecks, type StockChecks } from '../../../entities/order/stockChecks';
import type { Order } from '../../../entities/order/types';
import { productApi } from '../../../entities/product/endpoints';
import { selectUser } from '../../../entities/session/session.slice';
import { makeWrite } from '../../../entities/write/attempt';
import { isLost } from '../../../entities/write/edit';
import { makeStore, type Store } from '../../../entities/write/store';
import { CONFLICT } from '../../../shared/api/httpStatus';
import type { WireNoteBody } from '../../../shared/api/wire/orders.gen';
import { toast } from '../../../shared/ui/Toast';
import { orderApi, type Settling } from '../api/endpoints';
import { afterFrame } from './afterFrame';
import { isNoteDirty, type Kept, type PageState, type TypedNote } from './draft';
import { keepDraft } from './draftStore';
import { type LineEdit, makeLineEdit, NO_CHANGES, shownOrder } from './lineEdit';

type ApiRoot = Parameters<ReturnType<typeof orderApi.endpoints.order.select>>[0] &
  Parameters<ReturnType<typeof productApi.endpoints.stock.select>>[0];
export type OrderDispatch = ThunkDispatch<ApiRoot & Parameters<typeof selectUser>[0], unknown, UnknownAction>;

/** Presses within this time travel together. */
const PUSH_AFTER = 400;
const untracked = { track: false };

/** `unsent`: what has to come before it did not arrive, or waits for a decision, so it was not tried. */
export type Settled = 'done' | 'refused' | 'lost' | 'unsent';

/** What the user has changed in one order, and every write of it, one after the other. */
export interface OrderDraft {
  readonly edit: LineEdit;
  readonly page: Store<PageState>;
  readonly checks: StockChecks;
  /** A quantity that was pressed or typed: it is on the screen at once, and goes when its stock was asked. */
  readonly want: (typeId: string, quantity: number) => void;
  /** A quantity that needs no stock: 0 takes the line out. */
  readonly change: (typeId: string, quantity: number) => void;
  /** Sends what waits; false when it did not arrive. */
  readonly push: () => Promise<boolean>;
  /** Forgets the quantities that were not confirmed, and reads the order again. */
  readonly drop: () => Promise<void>;
  readonly writeNote: () => Promise<boolean>;
  /** The same decision once more, after an answer was lost, goes under the same key. */
  readonly settle: (what: Settling) => Promise<Settled>;
  /** The lost decision is given up: the order itself tells whether it arrived. */
  readonly forgetDecision: () => void;
  /** Of a conflict: the user's changes on top of the order as it is now. */
  readonly applyMine: () => Promise<boolean>;
  /** Of a conflict: the order as it is now; `note`: the typed one goes as well. */
  readonly takeTheirs: (note: boolean) => void;
  /** What an earlier visit left unsent, to be decided on. From then on, what is unsent is kept. */
  readonly returned: (kept: Kept | null) => void;
  /** The page is left: what was just changed goes on its way. */
  readonly flush: () => Promise<void>;
}

export function makeOrderDraft(dispatch: OrderDispatch, orderId: string): OrderDraft {
  const read = () => dispatch((_, getState) => getState());
  const orderNow = (): Order | undefined => orderApi.endpoints.order.select(orderId)(read()).data;
  const user = selectUser(read()).username;
  const page = makeStore<PageState>({ note: null, shortages: {}, adjustment: NO_ADJUSTMENT });
  const { endpoints } = orderApi;
  /** What is shown of it: one toast at a time, and none that is not true any more. */
  const about = `order/${orderId}`;
  const named = () => {
    const order = orderNow();
    return { about, thing: order && orderName(order) };
  };
  const ofLine = (typeId: string) => {
    const order = orderNow();
    return { about, thing: order && nameOfLine(order, typeId) };
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeping = false;

  const reread = async (): Promise<Order | undefined> => {
    const { data, error } = await dispatch(endpoints.order.initiate(orderId, { forceRefetch: true, subscribe: false }));
    return error === undefined ? data : undefined;
  };
  const patch = (change: (order: Order) => Order): void => {
    dispatch(orderApi.util.updateQueryData('order', orderId, (order) => change(order)));
  };

  const quantityOf = (typeId: string): number => {
    const order = orderNow();
    const line = order && linesOf(shownOrder(order, edit.get()).products).find((one) => one.typeId === typeId);
    return line?.quantity ?? 0;
  };
  const setQuantity = (typeId: string, quantity: number): void => {
    edit.change((changes) => ({ ...changes, quantities: { ...changes.quantities, [typeId]: quantity } }));
    const { shortages } = page.get();
    if (typeId in shortages) {
      page.set({ shortages: Object.fromEntries(Object.entries(shortages).filter(([type]) => type !== typeId)) });
    }
    toast.dismiss(about);
    schedule();
  };
  const checks = makeStockChecks({
    ask: async (typeId) => {
      await afterFrame();
      return dispatch(productApi.endpoints.stock.initiate(typeId, { forceRefetch: true, subscribe: false })).unwrap();
    },
    quantityOf,
    setQuantity,
    onEmpty: (typeId) => toast.error(i18next.t('stockEmpty', { ns: 'order' }), ofLine(typeId)),
    onFailure: (error, typeId) => notifyFailure(error, ofLine(typeId)),
    onAnswered: () => schedule(),
  });
  const edit = makeLineEdit({
    about,
    named,
    order: orderNow,
    reread,
    patch,
    isAsking: (typeId) => typeId in checks.get().asking,
    send: (attempt) => dispatch(endpoints.updateLines.initiate({ orderId, ...attempt }, untracked)).unwrap(),
    stockOf: (typeId) => productApi.endpoints.stock.select(typeId)(read()).data,
    heldBy: () => savedApi.endpoints.savedLines.select(orderId)(read()).data,
    onUndo: () => schedule(),
  });
  const push = (): Promise<boolean> => {
    clearTimeout(timer);
    return edit.push();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void push(), PUSH_AFTER);
  };

  const noting = makeWrite(({ key, body }: { key: string; body: WireNoteBody }) =>
    dispatch(endpoints.updateNote.initiate({ orderId, key, body }, untracked)).unwrap(),
  );
  const noteLanded = ({ text, was }: TypedNote, version: number): true => {
    patch((known) => (known.version >= version ? known : { ...known, sellerNote: text.trim(), version }));
    page.set({ note: null });
    const undo = (): void => {
      if (page.get().note) return;
      page.set({ note: { text: was, was: text.trim() } });
      void writeNote();
    };
    const action = { label: i18next.t('undo', { ns: 'ui' }), onAction: undo };
    toast.success(i18next.t('done.noted', { ns: 'order' }), { ...named(), action });
    return true;
  };
  const writeNote = async (): Promise<boolean> => {
    if (!(await edit.pushNow())) return false;
    const order = orderNow();
    const { note } = page.get();
    if (!order || !note) return false;
    const text = note.text.trim();
    const before = { ...order, sellerNote: note.was };
    const raise = () => edit.raise({ why: 'stale', before, resume: writeNote });
    // Read again meanwhile, with another note.
    if (order.sellerNote !== note.was && order.sellerNote !== text) return raise();
    const reply = await noting.send({ sellerToz: text, customerToz: order.customerNote, version: order.version });
    if (reply.kind === 'done') return noteLanded(note, reply.result);
    if (reply.kind === 'refused') {
      const fresh = await reread();
      if (fresh && reply.error.status === CONFLICT && fresh.version !== order.version) {
        if (fresh.sellerNote === text) return noteLanded(note, fresh.version);
        return differs(before, fresh) ? raise() : writeNote();
      }
    }
    notifyFailure(reply.error, named());
    return false;
  };

  const deciding = makeWrite(({ key, body }: { key: string; body: { what: Settling; version: number } }) => {
    const { what, version } = body;
    return dispatch(endpoints.settleOrder.initiate({ orderId, key, what, body: { version } }, untracked)).unwrap();
  });
  /** What has to be with the server first; false when it is not. */
  const prepare = async (what: Settling): Promise<boolean> => {
    const { conflict, sent } = edit.get();
    if (conflict) return false;
    // Nothing that was not sent yet outlives these; only what may have arrived has to be known.
    if (what !== 'save' && !sent) return true;
    if (!(await edit.pushNow())) return false;
    return what !== 'save' || !isNoteDirty(page.get()) || writeNote();
  };
  const settle = async (what: Settling): Promise<Settled> => {
    if (!(await prepare(what))) return 'unsent';
    const order = orderNow();
    if (!order) return 'unsent';
    const lost = deciding.lost()?.body;
    const reply = await deciding.send(lost?.what === what ? lost : { what, version: order.version });
    if (reply.kind === 'done') {
      const { result } = reply;
      patch((known) =>
        known.version >= result.version ? known : { ...known, ...result, reopened: what === 'reopen' },
      );
      // Quantities that were not sent have no place any more. A note has.
      edit.takeTheirs();
      page.set({ shortages: {}, ...(what === 'cancel' && { adjustment: NO_ADJUSTMENT }) });
      toast.success(i18next.t(`done.${what}`, { ns: 'order' }), named());
      await reread();
      return 'done';
    }
    const { error } = reply;
    if (reply.kind === 'lost') {
      notifyFailure(error, named());
      return 'lost';
    }
    const fresh = await reread();
    if (fresh && error.status === CONFLICT && fresh.version !== order.version && differs(order, fresh)) {
      edit.raise({ why: 'stale', before: edit.get().before ?? order, resume: null });
      return 'refused';
    }
    notifyFailure(withTypeNames(error, order), named());
    if (error.fields) page.set({ shortages: error.fields });
    return 'refused';
  };

  const keep = (): void => {
    const order = orderNow();
    if (keeping && order) keepDraft(user, orderId, order, { ...edit.get(), ...page.get() });
  };
  edit.subscribe(keep);
  page.subscribe(keep);

  return {
    edit,
    page,
    checks,
    want: checks.want,
    change: setQuantity,
    push,
    drop: () =>
      edit.enqueue(async () => {
        edit.takeTheirs();
        await reread();
      }),
    writeNote: () => edit.enqueue(writeNote),
    settle: async (what) => {
      if (what === 'save') await checks.settled();
      return edit.enqueue(() => settle(what));
    },
    forgetDecision: () => {
      deciding.forget();
      void edit.enqueue(reread);
    },
    applyMine: () =>
      edit.enqueue(async () => {
        const order = orderNow();
        const { conflict } = edit.get();
        if (!order || !conflict) return false;
        const { note } = page.get();
        if (note) page.set({ note: { ...note, was: order.sellerNote } });
        edit.keepMine();
        return conflict.resume ? conflict.resume() : edit.pushNow();
      }),
    takeTheirs: (note) => {
      edit.takeTheirs();
      if (note) page.set({ note: null });
    },
    returned: (kept) => {
      if (kept) {
        const { before, changes: quantities, note, adjustment } = kept;
        page.set({ note, adjustment });
        if (before) {
          edit.set({ before, changes: { ...NO_CHANGES, quantities } });
          edit.raise({ why: 'returned', before, resume: null });
        }
      }
      keeping = true;
      keep();
    },
    flush: async () => {
      await checks.settled();
      clearTimeout(timer);
      // What got no answer was asked about, and left as it is.
      if (!isLost(edit.get()) && navigator.onLine) await edit.push();
    },
  };
}

/** What was agreed on cannot be of an order without products. */
export const isAgreementStale = (shown: Order, { adjustment }: PageState): boolean =>
  shown.products.length === 0 && isAdjusted(adjustment);
