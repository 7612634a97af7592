import i18next from 'i18next';
import { type Goods, lineOf } from '../../../entities/goods/goods';
import { NO_ADJUSTMENT } from '../../../entities/order/calculator';
import { applied, type Changes, changedLines, NO_CHANGES } from '../../../entities/order/edit/changes';
import { makeOrderEdit, type OrderDispatch, type OrderRules } from '../../../entities/order/edit/orderEdit';
import { notifyFailure } from '../../../entities/order/failure';
import { differs, type LineChange, namedLines, rebase, withMoreAbsent } from '../../../entities/order/order.changes';
import { linesOf } from '../../../entities/order/order.math';
import { missingOf } from '../../../entities/order/stockChecks';
import type { Order, OrderLine, OrderProduct } from '../../../entities/order/types';
import { selectUser } from '../../../entities/session/session.slice';
import { makeWrite } from '../../../entities/write/attempt';
import { CONFLICT } from '../../../shared/api/httpStatus';
import type { WireNoteBody } from '../../../shared/api/wire/orders.gen';
import { formatNumber } from '../../../shared/lib/format';
import { makeStore } from '../../../shared/lib/store';
import { toast } from '../../../shared/ui/Toast';
import { orderApi } from '../api/endpoints';
import { toUpdateBody } from '../api/map';
import type { WireUpdateBody } from '../api/wire';
import { makeDecisions } from './decisions';
import { isNoteDirty, type PageState, type TypedNote } from './draft';
import { returningDraft, storeDraft } from './draftStore';

const untracked = { track: false };

export type OrderDraft = ReturnType<typeof makeOrderDraft>;

/** The user's changes of one order, and every write of it, one after the other. */
export function makeOrderDraft(dispatch: OrderDispatch, orderId: string) {
  const { endpoints } = orderApi;
  const state = () => dispatch((_, getState) => getState());
  const user = selectUser(state()).username;
  const page = makeStore<PageState>({ note: null, shortages: {}, adjustment: NO_ADJUSTMENT });
  const copy = (): Order | undefined => endpoints.order.select(orderId)(state()).data;
  const reread = async (): Promise<Order | undefined> => {
    const { data, error } = await dispatch(endpoints.order.initiate(orderId, { forceRefetch: true, subscribe: false }));
    return error === undefined ? data : undefined;
  };
  const patch = (change: (order: Order) => Order): void => {
    dispatch(orderApi.util.updateQueryData('order', orderId, (order) => change(order)));
  };

  const rules: OrderRules<Order, WireUpdateBody> = {
    dispatch,
    orderId,
    copy,
    reread,
    patch,
    sendsAtOnce: true,
    shortages: page,
    toBody: (order, changes) =>
      toUpdateBody(applied(order, changes), new Set(linesOf(changes.absent).map(({ typeId }) => typeId))),
    send: (attempt) => dispatch(endpoints.updateLines.initiate({ orderId, ...attempt }, untracked)).unwrap(),
    /** Reports what has changed, or what is missing in stock, and offers to undo it. */
    onLanded: (before, sent) => {
      const changes = changedLines(before, sent);
      const action = { label: i18next.t('undo', { ns: 'ui' }), onAction: () => undo(before, changes) };
      const short = shortLines(sent);
      const texts = changes.map(({ name, before: from, mine: to }) =>
        i18next.t('changed', { ns: 'order', name, from: formatNumber(from), to: formatNumber(to) }),
      );
      texts.push(...pricedAnew(sent));
      const { about } = named();
      if (short.length > 0) toast.warning(short, { about, action });
      else toast.success([i18next.t('done.updated', { ns: 'order' }), ...texts], { about, action });
    },
  };
  const made = makeOrderEdit(rules);
  const { edit, checks, named } = made;

  /** Texts about lines that came in and whose price of today is not the one that was displayed. */
  const pricedAnew = ({ absent, quantities }: Changes): string[] => {
    const now = namedLines(copy()?.products ?? []);
    return linesOf(absent).flatMap(({ typeId, buyPrice }) => {
      const added = now.get(typeId);
      if (!added || !quantities[typeId] || added.line.buyPrice === buyPrice) return [];
      const prices = { now: formatNumber(added.line.buyPrice), before: formatNumber(buyPrice) };
      return [i18next.t('pricedAnew', { ns: 'order', name: added.name, ...prices })];
    });
  };
  /** Texts about the changed lines that are missing in stock. */
  const shortLines = ({ quantities }: Changes): string[] => {
    const changed = [...namedLines(copy()?.products ?? []).values()].filter(({ line }) => line.typeId in quantities);
    return changed.flatMap(({ name, line }) => {
      const missing = missingOf(line.quantity, line.stock);
      return missing === 0 ? [] : [i18next.t('short', { ns: 'order', name, number: formatNumber(missing) })];
    });
  };
  /** Restores the old quantities on top of the current order; a line that was removed is added again. */
  const undo = (before: Order, changes: readonly LineChange[]): void => {
    const now = copy();
    if (!now) return;
    const back = rebase(before, now, Object.fromEntries(changes.map((line) => [line.typeId, line.before])));
    made.change(({ quantities, absent, ...rest }) => ({
      ...rest,
      quantities: { ...quantities, ...back.quantities },
      absent: withMoreAbsent(absent, back.absent),
    }));
  };

  const noting = makeWrite(({ key, body }: { key: string; body: WireNoteBody }) =>
    dispatch(endpoints.updateNote.initiate({ orderId, key, body }, untracked)).unwrap(),
  );
  const noteLanded = ({ text, was }: TypedNote, version: number): true => {
    patch((known) => (known.version >= version ? known : { ...known, sellerNote: text.trim(), version }));
    page.set({ note: null });
    const undoNote = (): void => {
      if (page.get().note) return;
      page.set({ note: { text: was, was: text.trim() } });
      void writeNote();
    };
    const action = { label: i18next.t('undo', { ns: 'ui' }), onAction: undoNote };
    toast.success(i18next.t('done.noted', { ns: 'order' }), { ...named(), action });
    return true;
  };
  const writeNote = async (): Promise<boolean> => {
    if (!(await edit.pushNow())) return false;
    const order = copy();
    const { note } = page.get();
    if (!order || !note) return false;
    const text = note.text.trim();
    const before = { ...order, sellerNote: note.was };
    const raise = () => edit.raise({ why: 'stale', before, resume: writeNote });
    // The order was read again meanwhile, with another note.
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

  const decisions = makeDecisions(rules, made, {
    by: 'app2',
    beforeSaving: async () => !isNoteDirty(page.get()) || writeNote(),
    onDone: (what) => {
      // A note that is being typed stays.
      if (what === 'cancel') page.set({ adjustment: NO_ADJUSTMENT });
      return reread();
    },
  });

  let restored = false;
  const store = (): void => {
    const order = copy();
    if (restored && order) storeDraft(user, orderId, order, { ...edit.get(), ...page.get() });
  };
  edit.subscribe(store);
  page.subscribe(store);

  return {
    ...decisions,
    ...made,
    page,
    /** Sets a quantity that was pressed or typed: it is displayed at once, and sent when its stock is known. */
    want: checks.want,
    /** As `want`, for goods that the order may not have yet. */
    pick: (goods: Goods, quantity: number): void => {
      made.change(({ absent, ...changes }) => ({ ...changes, absent: withMoreAbsent(absent, [lineOf(goods)]) }));
      checks.want(goods.typeId, quantity);
    },
    /** Undone by the toast about the change, once it is there. */
    remove: (_product: OrderProduct, { typeId }: OrderLine): void => made.setQuantity(typeId, 0),
    /** Drops unconfirmed changes of lines, and reads the order again. */
    drop: () =>
      edit.enqueue(() => {
        edit.takeTheirs();
        return reread();
      }),
    writeNote: () => edit.enqueue(writeNote),
    /** Solves a conflict: the user's changes on top of the current order. */
    applyMine: () =>
      edit.enqueue(async () => {
        const order = copy();
        const { conflict } = edit.get();
        if (!order || !conflict) return false;
        const { note } = page.get();
        if (note) page.set({ note: { ...note, was: order.sellerNote } });
        edit.keepMine();
        return conflict.resume ? conflict.resume() : edit.pushNow();
      }),
    /** Solves a conflict: the current order without the user's changes; `note`: without the typed note as well. */
    takeTheirs: (note: boolean): void => {
      edit.takeTheirs();
      if (note) page.set({ note: null });
    },
    /** Once: offers what an earlier visit left unsent. From then on, unsent changes are stored. */
    restore: (order: Order): void => {
      if (restored) return;
      const stored = returningDraft(user, orderId, order);
      if (stored) {
        const { before, changes: quantities, note, adjustment } = stored;
        page.set({ note, adjustment });
        if (before) {
          edit.set({ before, changes: { ...NO_CHANGES, quantities } });
          edit.raise({ why: 'returned', before, resume: null });
        }
      }
      restored = true;
      store();
    },
  };
}
