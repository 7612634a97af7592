import i18next from 'i18next';
import type { OrderEdit, OrderRules } from '../../../entities/order/edit/orderEdit';
import { notifyFailure, withTypeNames } from '../../../entities/order/failure';
import { differs } from '../../../entities/order/order.changes';
import { shortOf } from '../../../entities/order/stockChecks';
import type { Order } from '../../../entities/order/types';
import { type Attempt, makeWrite } from '../../../entities/write/attempt';
import { CONFLICT, NOT_FOUND } from '../../../shared/api/httpStatus';
import { toast } from '../../../shared/ui/Toast';
import { orderApi, type Settling } from '../api/endpoints';

export type Decision = Settling | 'delete';

/**
 * `unsent`: it was not tried, because the changes before it did not arrive or have a conflict. `short`: refused, because
 * the stock of some lines is short, as the order now displays.
 */
type Settled = 'done' | 'refused' | 'short' | 'lost' | 'unsent';

interface DecisionRules {
  readonly by: 'app2' | 'cp';
  /** Sends what else belongs to a saved order, after its changes; false when that did not arrive. */
  readonly beforeSaving?: () => Promise<boolean>;
  readonly onDone?: (what: Decision) => Promise<unknown>;
}

export type Decisions = ReturnType<typeof makeDecisions>;

/** Decisions about a whole order: saving, cancelling, reopening, discarding, deleting. Pending changes are sent first. */
export function makeDecisions<T extends Order, Body>(
  { dispatch, orderId, copy, reread, patch, shortages, sendsAtOnce }: OrderRules<T, Body>,
  { edit, checks, named }: OrderEdit<T, Body>,
  { by, beforeSaving, onDone }: DecisionRules,
) {
  const { settleOrder, deleteOrder } = orderApi.endpoints;
  const untracked = { track: false };
  const deciding = makeWrite(async ({ key, body: { what, version } }: Attempt<{ what: Decision; version: number }>) => {
    if (what !== 'delete')
      return dispatch(settleOrder.initiate({ orderId, key, what, by, body: { version } }, untracked)).unwrap();
    await dispatch(deleteOrder.initiate({ orderId, key }, untracked)).unwrap();
    return null;
  });
  /** Sends what the server needs first; false when that did not arrive. */
  const prepare = async (what: Decision): Promise<boolean> => {
    const { conflict, sent } = edit.get();
    if (conflict && (sendsAtOnce || what === 'save')) return false;
    // All decisions but saving drop unsent changes; only a write without an answer has to be cleared up first.
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
    // The previous try had deleted the order after all.
    const gone = reply.kind === 'refused' && again && what === 'delete' && reply.error.status === NOT_FOUND;
    if (reply.kind === 'done' || gone) {
      const settled = reply.kind === 'done' ? reply.result : null;
      if (settled) {
        patch((known) =>
          known.version >= settled.version ? known : { ...known, ...settled, reopened: what === 'reopen' },
        );
      }
      // Drops unsent quantities.
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
    if (error.fields) shortages.set({ shortages: error.fields });
    if (what === 'save' && fresh && shortOf(fresh).length > 0) return 'short';
    notifyFailure(withTypeNames(error, order), named());
    return 'refused';
  };
  return {
    /** After a lost answer, the same decision is sent again under the same key. */
    settle: async (what: Decision): Promise<Settled> => {
      if (what === 'save') await checks.settled();
      return edit.enqueue(() => settle(what));
    },
    /** Gives the lost decision up, and reads the order again to learn whether it arrived. */
    forgetDecision: (): void => {
      deciding.forget();
      void edit.enqueue(reread);
    },
  };
}
