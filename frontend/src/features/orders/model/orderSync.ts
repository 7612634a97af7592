import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { differs, withAbsent } from '../../../entities/order/order.changes';
import { linesOf, realChanges, withQuantities } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { makeQueue } from '../../../entities/write/queue';
import { type AppError, asAppError, isPassing } from '../../../shared/api/appError';
import { CONFLICT, TOO_MANY_REQUESTS } from '../../../shared/api/httpStatus';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { orderApi, type Settling } from '../api/endpoints';
import { toUpdateBody } from '../api/map';
import type { WireNoteBody, WireVersionBody } from '../api/wire';
import {
  type Attempt,
  changesSettled,
  conflictFound,
  type DraftRoot,
  hasChanges,
  isNoteDirty,
  mineApplied,
  noteClosed,
  orderSettled,
  pushLanded,
  pushLost,
  pushRefused,
  pushStarted,
  quantityChanged,
  rebased,
  selectDraft,
  stockWasShort,
} from './draft.slice';
import { complain, droppedOf, say, withNames } from './orderTalk';

type ApiRoot = Parameters<ReturnType<typeof orderApi.endpoints.order.select>>[0];
export type OrderDispatch = ThunkDispatch<DraftRoot & ApiRoot, unknown, UnknownAction>;

const untracked = { track: false };

/** `unsent`: what has to come before it did not arrive, or waits for a decision, so it was not tried. */
export type Settled = 'done' | 'refused' | 'lost' | 'unsent';

/** Every write of one order, one after the other, each on top of the version that the one before it left. */
export interface OrderSync {
  /** A quantity that the user wants, on top of the order as it is at this moment: 0 takes the line out. */
  readonly change: (typeId: string, quantity: number) => void;
  /** Sends what waits; false when it did not arrive. */
  readonly push: () => Promise<boolean>;
  /** Forgets the quantities that were not confirmed, and reads the order again. */
  readonly drop: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Sends the typed note. */
  readonly writeNote: () => Promise<boolean>;
  /** `key` names this decision of the user, over all its tries. */
  readonly settle: (what: Settling, key: string) => Promise<Settled>;
  /** Of a conflict: the user's changes on top of the order as it is now. */
  readonly applyMine: () => Promise<boolean>;
}

/** May have arrived or not, or can be tried again as it is. */
const isOpen = (error: AppError): boolean => isPassing(error) || error.status === TOO_MANY_REQUESTS;

/** A body under its key, as long as the same thing is to be said. */
interface Pinned<T> {
  readonly key: string;
  readonly body: T;
}

export function makeOrderSync(dispatch: OrderDispatch, orderId: string): OrderSync {
  const enqueue = makeQueue();
  const read = () => dispatch((_, getState) => getState());
  const draftNow = () => selectDraft(read());
  const orderNow = (): Order | undefined => orderApi.endpoints.order.select(orderId)(read()).data;
  /** Not when another order's page has taken the draft over. */
  const tell = (action: UnknownAction): void => {
    if (draftNow().orderId === orderId) dispatch(action);
  };
  let note: Pinned<WireNoteBody> | null = null;
  let decision: Pinned<WireVersionBody> | null = null;

  /** The server's copy of now; undefined when it could not be read. */
  const reread = async (): Promise<Order | undefined> => {
    const { data, error } = await dispatch(
      orderApi.endpoints.order.initiate(orderId, { forceRefetch: true, subscribe: false }),
    );
    return error === undefined ? data : undefined;
  };

  const patch = (change: (order: Order) => Order): void => {
    dispatch(orderApi.util.updateQueryData('order', orderId, (order) => change(order)));
  };

  const disagree = (before: Order, writesNote = false): false => {
    tell(conflictFound({ why: 'stale', before: withAbsent(before, draftNow().absent), writesNote }));
    return false;
  };

  /** The attempt without an answer, else a new one of what has changed since; null when there is nothing to send. */
  const nextAttempt = (order: Order): Attempt | 'conflict' | null => {
    const draft = draftNow();
    if (draft.orderId !== orderId) return null;
    if (draft.attempt) return draft.attempt;
    if (!hasChanges(draft)) return null;
    const before = draft.before ?? order;
    // Read again meanwhile, and not as it was.
    if (before.version !== order.version && differs(before, order)) return 'conflict';
    const full = withAbsent(order, draft.absent);
    const changes = realChanges(full, draft.changes);
    if (!hasChanges({ changes })) {
      tell(changesSettled());
      return null;
    }
    const entering = new Set(linesOf(draft.absent).map(({ typeId }) => typeId));
    return { key: newIdempotencyKey(), body: toUpdateBody(withQuantities(full, changes), entering), changes };
  };

  /** The order after the server has taken an attempt. */
  const land = async (attempt: Attempt, version: number, shipping: number): Promise<void> => {
    const { absent } = draftNow();
    patch((known) =>
      known.version >= version
        ? known
        : {
            ...withQuantities(withAbsent(known, absent), attempt.changes),
            version,
            shipping,
            // The first change opens a registered order again.
            ...(known.status === 'registered' && { status: 'open', reopened: true }),
          },
    );
    // A line that came in again has the price of the day.
    if (absent.length > 0) await reread();
    const order = orderNow();
    if (order) tell(pushLanded(order));
    say('updated');
  };

  /** True when the push may go on: the order is not what it was, and nobody but us has changed what is seen. */
  const refuse = async (before: Order, { body }: Attempt, error: AppError): Promise<boolean> => {
    const fresh = await reread();
    if (!fresh && error.status === CONFLICT) {
      // Stale or not: without the order's copy of now nobody can tell.
      tell(pushLost());
      complain(error);
      return false;
    }
    const { changes, absent } = draftNow();
    if (fresh && error.status === CONFLICT && fresh.version !== body.version) {
      const settled = !differs(withQuantities(withAbsent(before, absent), changes), fresh);
      if (settled) tell(changesSettled());
      else if (!differs(before, fresh)) tell(rebased(fresh));
      else return disagree(before);
      return true;
    }
    tell(pushRefused({ lines: error.lines, dropped: droppedOf(fresh ?? withAbsent(before, absent), changes) }));
    complain(error);
    return false;
  };

  const pushAll = async (): Promise<boolean> => {
    for (;;) {
      if (draftNow().conflict) return false;
      const order = orderNow();
      if (!order) return !hasChanges(draftNow());
      const attempt = nextAttempt(order);
      if (!attempt) return true;
      const before = draftNow().before ?? order;
      if (attempt === 'conflict') return disagree(before);
      tell(pushStarted(attempt));
      const { key, body } = attempt;
      const sent = orderApi.endpoints.updateLines.initiate({ orderId, key, body }, untracked);
      const { data, error } = await dispatch(sent);
      if (data) {
        await land(attempt, data.version, data.shipping);
      } else {
        const failure = asAppError(error);
        if (isOpen(failure)) {
          tell(pushLost());
          complain(failure);
          return false;
        }
        if (!(await refuse(before, attempt, failure))) return false;
      }
    }
  };

  const noteLanded = (text: string, version: number): true => {
    note = null;
    patch((known) => (known.version >= version ? known : { ...known, sellerNote: text, version }));
    tell(noteClosed());
    say('noted');
    return true;
  };

  const writeNote = async (): Promise<boolean> => {
    if (!(await pushAll())) return false;
    const order = orderNow();
    const typed = draftNow().note;
    if (!order || !typed) return false;
    const text = typed.text.trim();
    const before = { ...order, sellerNote: typed.was };
    // Read again meanwhile, with another note.
    if (order.sellerNote !== typed.was && order.sellerNote !== text) return disagree(before, true);
    if (note?.body.sellerToz !== text || note.body.version !== order.version) {
      const body = { sellerToz: text, customerToz: order.customerNote, version: order.version };
      note = { key: newIdempotencyKey(), body };
    }
    const { data, error } = await dispatch(orderApi.endpoints.updateNote.initiate({ orderId, ...note }, untracked));
    if (data !== undefined) return noteLanded(text, data);
    const failure = asAppError(error);
    if (isOpen(failure)) {
      complain(failure);
      return false;
    }
    note = null;
    const fresh = await reread();
    if (fresh && failure.status === CONFLICT && fresh.version !== order.version) {
      if (fresh.sellerNote === text) return noteLanded(text, fresh.version);
      return differs(before, fresh) ? disagree(before, true) : writeNote();
    }
    complain(failure);
    return false;
  };

  /** What has to be with the server first; false when it is not. */
  const prepare = async (what: Settling): Promise<boolean> => {
    const draft = draftNow();
    if (draft.conflict) return false;
    // Nothing that was not sent yet outlives these; only what may have arrived has to be known.
    if (what !== 'save' && !draft.attempt) return true;
    if (!(await pushAll())) return false;
    return what !== 'save' || !isNoteDirty(draftNow()) || writeNote();
  };

  const settle = async (what: Settling, key: string): Promise<Settled> => {
    if (!(await prepare(what))) return 'unsent';
    const order = orderNow();
    if (!order) return 'unsent';
    if (decision?.key !== key) decision = { key, body: { version: order.version } };
    const sent = orderApi.endpoints.settleOrder.initiate({ orderId, what, ...decision }, untracked);
    const { data, error } = await dispatch(sent);
    if (data) {
      patch((known) => (known.version >= data.version ? known : { ...known, ...data, reopened: what === 'reopen' }));
      tell(orderSettled());
      say(what);
      await reread();
      return 'done';
    }
    const failure = asAppError(error);
    if (isOpen(failure)) {
      complain(failure);
      return 'lost';
    }
    const fresh = await reread();
    if (fresh && failure.status === CONFLICT && fresh.version !== order.version && differs(order, fresh)) {
      disagree(draftNow().before ?? order);
      return 'refused';
    }
    complain(withNames(failure, order));
    if (failure.fields) tell(stockWasShort(failure.fields));
    return 'refused';
  };

  return {
    // Not on the copy that was on the screen when the stock was asked: a push may have landed since.
    change: (typeId, quantity) => {
      const order = orderNow();
      if (order) tell(quantityChanged({ order, orderId, typeId, quantity }));
    },
    push: () => enqueue(pushAll),
    reload: () => enqueue(reread).then(() => undefined),
    drop: () =>
      enqueue(async () => {
        tell(changesSettled());
        await reread();
      }),
    writeNote: () => enqueue(writeNote),
    settle: (what, key) => enqueue(() => settle(what, key)),
    applyMine: () =>
      enqueue(async () => {
        const order = orderNow();
        const { conflict } = draftNow();
        if (!order || !conflict) return false;
        tell(mineApplied(order));
        return conflict.writesNote ? writeNote() : pushAll();
      }),
  };
}
