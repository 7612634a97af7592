import i18next from 'i18next';
import type { OrderEdit, OrderRules } from '../../../entities/order/edit/orderEdit';
import { notifyFailure, withTypeNames } from '../../../entities/order/failure';
import { differs } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { CONFLICT, NOT_FOUND } from '../../../shared/api/httpStatus';
import { toast } from '../../../shared/ui/Toast';
import { orderApi, type Settling } from '../api/endpoints';

export type Decision = Settling | 'delete';

/** `unsent`: what has to come before it did not arrive, or waits for a decision, so it was not tried. */
export type Settled = 'done' | 'refused' | 'lost' | 'unsent';

interface DecisionRules {
  readonly by: 'app2' | 'cp';
  /** What else goes with an order that is saved, after the changes of it; false when it did not arrive. */
  readonly beforeSaving?: () => Promise<boolean>;
  readonly onDone?: (what: Decision) => Promise<unknown>;
}

export interface Decisions {
  /** The same decision once more, after an answer was lost, goes under the same key. */
  readonly settle: (what: Decision) => Promise<Settled>;
  /** The lost decision is given up: the order itself tells whether it arrived. */
  readonly forgetDecision: () => void;
}

/** What is decided on an order as a whole: on top of what was sent before, and of nothing that was not seen. */
export function makeDecisions<T extends Order, Body>(
  { dispatch, orderId, copy, reread, patch, shortages, sendsAtOnce }: OrderRules<T, Body>,
  { edit, checks, named }: OrderEdit<T, Body>,
  { by, beforeSaving, onDone }: DecisionRules,
): Decisions {
  const { settleOrder, deleteOrder } = orderApi.endpoints;
  const untracked = { track: false };
  const deciding = makeWrite(async ({ key, body: { what, version } }: Attempt<{ what: Decision; version: number }>) => {
    if (what !== 'delete')
      return dispatch(settleOrder.initiate({ orderId, key, what, by, body: { version } }, untracked)).unwrap();
    await dispatch(deleteOrder.initiate({ orderId, key }, untracked)).unwrap();
    return null;
  });
  /** What has to be with the server first; false when it is not. */
  const prepare = async (what: Decision): Promise<boolean> => {
    const { conflict, sent } = edit.get();
    if (conflict && (sendsAtOnce || what === 'save')) return false;
    // Nothing that was not sent yet outlives these; only what may have arrived has to be known.
    if (what !== 'save' && !sent) return true;
    return (await edit.pushNow()) && (what !== 'save' || !beforeSaving || beforeSaving());
  };
  const settle = async (what: Decision): Promise<Settled> => {
    if (!(await prepare(what))) return 'unsent';
    const order = copy();
    if (!order) return 'unsent';
    const lost = deciding.lost()?.body;
    const again = lost?.what === what;
    const reply = await deciding.send(again ? lost : { what, version: order.version });
    // The try before this one arrived after all.
    const gone = reply.kind === 'refused' && again && what === 'delete' && reply.error.status === NOT_FOUND;
    if (reply.kind === 'done' || gone) {
      const standing = reply.kind === 'done' ? reply.result : null;
      if (standing) {
        patch((known) =>
          known.version >= standing.version ? known : { ...known, ...standing, reopened: what === 'reopen' },
        );
      }
      // Quantities that were not sent have no place any more.
      edit.takeTheirs();
      shortages.set({ shortages: {} });
      toast.success(i18next.t(`done.${what}`, { ns: 'order' }), named());
      await onDone?.(what);
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
    if (error.fields) shortages.set({ shortages: error.fields });
    return 'refused';
  };
  return {
    settle: async (what) => {
      if (what === 'save') await checks.settled();
      return edit.enqueue(() => settle(what));
    },
    forgetDecision: () => {
      deciding.forget();
      void edit.enqueue(reread);
    },
  };
}
