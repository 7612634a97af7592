import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { linesOf, realChanges, withQuantities } from '../../../entities/order/order.math';
import type { Order, OrderProduct } from '../../../entities/order/types';
import { type AppError, asAppError, isPassing } from '../../../shared/api/appError';
import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';
import { toastError } from '../../../shared/api/useMutationToast';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { orderApi } from '../api/endpoints';
import { toUpdateBody } from '../api/map';
import type { WireNoteBody } from '../api/wire';
import {
  type Attempt,
  changesSettled,
  type DraftRoot,
  type DroppedChange,
  draftDropped,
  orderSettled,
  pushLanded,
  pushLost,
  pushRefused,
  pushStarted,
  selectDraft,
  stockWasShort,
} from './draft.slice';

type ApiRoot = Parameters<ReturnType<typeof orderApi.endpoints.order.select>>[0];
export type OrderDispatch = ThunkDispatch<DraftRoot & ApiRoot, unknown, UnknownAction>;

const UNAUTHORIZED = 401;
const short = { duration: toastDuration.short };
const untracked = { track: false };

/** `unsent`: the changes before it did not arrive, so it was not tried. */
export type Settled = 'done' | 'refused' | 'lost' | 'unsent';

/** Every write of one order, one after the other, each on top of the version that the one before it left. */
export interface OrderSync {
  /** Sends what waits; false when it did not arrive. */
  readonly push: () => Promise<boolean>;
  /** Forgets what was not confirmed, and reads the order again. */
  readonly discard: () => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly writeNote: (text: string) => Promise<boolean>;
  /** `key` names this decision of the user, over all its tries. */
  readonly settle: (what: 'save' | 'cancel', key: string) => Promise<Settled>;
}

function makeQueue() {
  let last: Promise<unknown> = Promise.resolve();
  const done = (): undefined => undefined;
  return <T>(job: () => Promise<T>): Promise<T> => {
    const result = last.then(job);
    // Whoever asked hears of a failure; the next in line only needs to know that it is over.
    last = result.then(done, done);
    return result;
  };
}

const say = (key: 'updated' | 'noted' | 'saved' | 'cancelled'): void => {
  toast.success(i18next.t(`done.${key}`, { ns: 'order' }), short);
};

function complain(error: AppError): void {
  if (error.status !== UNAUTHORIZED) toastError(error, { fallback: 'server', options: short });
}

export const lineName = ({ name }: OrderProduct, { typeName }: { typeName: string }): string => `${name} ${typeName}`;

/** What the user wanted and will not find in the order. */
function droppedOf(order: Order, changes: Attempt['changes']): DroppedChange[] {
  const real = realChanges(order, changes);
  return order.products.flatMap((product) =>
    product.lines.flatMap((line) => {
      const to = real[line.typeId];
      return to === undefined ? [] : [{ name: lineName(product, line), from: line.quantity, to }];
    }),
  );
}

/** The order after the server has taken an attempt. */
const landed = (order: Order, { changes }: Attempt, version: number, shipping: number): Order =>
  order.version >= version
    ? order
    : {
        ...withQuantities(order, changes),
        version,
        shipping,
        // The first change opens a registered order again.
        status: order.status === 'registered' ? 'open' : order.status,
      };

/** «field: value» lines whose fields are types of this order say the type's name instead. */
function withNames(error: AppError, order: Order | undefined): AppError {
  const { fields } = error;
  if (!fields || !order) return error;
  const names = new Map(linesOf(order.products).map(({ typeId, typeName }) => [typeId, typeName]));
  const lines = Object.entries(fields).map(([field, text]) => `${names.get(field) ?? field}: ${text}`);
  return { ...error, lines };
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
  let note: { readonly key: string; readonly body: WireNoteBody } | null = null;

  const reload = async (): Promise<void> => {
    await dispatch(orderApi.endpoints.order.initiate(orderId, { forceRefetch: true, subscribe: false }));
  };

  const patch = (change: (order: Order) => Order): void => {
    dispatch(orderApi.util.updateQueryData('order', orderId, (order) => change(order)));
  };

  /** The attempt without an answer, else a new one of what has changed since. */
  const nextAttempt = (order: Order): Attempt | null => {
    const draft = draftNow();
    if (draft.orderId !== orderId) return null;
    if (draft.attempt) return draft.attempt;
    const changes = realChanges(order, draft.changes);
    if (Object.keys(changes).length > 0) {
      return { key: newIdempotencyKey(), body: toUpdateBody(withQuantities(order, changes)), changes };
    }
    if (Object.keys(draft.changes).length > 0) tell(changesSettled());
    return null;
  };

  const refuse = async (order: Order, error: AppError): Promise<void> => {
    tell(pushRefused({ lines: error.lines, dropped: droppedOf(order, draftNow().changes) }));
    complain(error);
    await reload();
  };

  const pushAll = async (): Promise<boolean> => {
    for (;;) {
      const order = orderNow();
      if (!order) return Object.keys(draftNow().changes).length === 0;
      const attempt = nextAttempt(order);
      if (!attempt) return true;
      tell(pushStarted(attempt));
      const { key, body } = attempt;
      const { data, error } = await dispatch(
        orderApi.endpoints.updateLines.initiate({ orderId, key, body }, untracked),
      );
      if (data) {
        patch((known) => landed(known, attempt, data.version, data.shipping));
        tell(pushLanded());
        say('updated');
      } else {
        const failure = asAppError(error);
        if (isPassing(failure)) {
          tell(pushLost());
          complain(failure);
        } else {
          await refuse(order, failure);
        }
        return false;
      }
    }
  };

  const writeNote = async (text: string): Promise<boolean> => {
    if (!(await pushAll())) return false;
    const order = orderNow();
    if (!order) return false;
    if (note?.body.sellerToz !== text) {
      const body = { sellerToz: text, customerToz: order.customerNote, version: order.version };
      note = { key: newIdempotencyKey(), body };
    }
    const { data, error } = await dispatch(orderApi.endpoints.updateNote.initiate({ orderId, ...note }, untracked));
    if (data !== undefined) {
      note = null;
      patch((known) => (known.version >= data ? known : { ...known, sellerNote: text, version: data }));
      say('noted');
      return true;
    }
    const failure = asAppError(error);
    if (!isPassing(failure)) note = null;
    complain(failure);
    await reload();
    return false;
  };

  const settle = async (what: 'save' | 'cancel', key: string): Promise<Settled> => {
    if (what === 'cancel') tell(draftDropped());
    else if (!(await pushAll())) return 'unsent';
    const endpoint = what === 'save' ? orderApi.endpoints.saveOrder : orderApi.endpoints.cancelOrder;
    const { data, error } = await dispatch(endpoint.initiate({ orderId, key }, untracked));
    if (data) {
      tell(orderSettled());
      say(what === 'save' ? 'saved' : 'cancelled');
      await reload();
      return 'done';
    }
    const failure = asAppError(error);
    complain(withNames(failure, orderNow()));
    if (isPassing(failure)) return 'lost';
    if (failure.fields) tell(stockWasShort(failure.fields));
    await reload();
    return 'refused';
  };

  return {
    push: () => enqueue(pushAll),
    reload: () => enqueue(reload),
    discard: () =>
      enqueue(async () => {
        tell(draftDropped());
        await reload();
      }),
    writeNote: (text) => enqueue(() => writeNote(text)),
    settle: (what, key) => enqueue(() => settle(what, key)),
  };
}
