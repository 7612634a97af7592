import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Goods, GuideGoods } from '../../../entities/goods/goods';
import type { OrderDispatch } from '../../../entities/order/edit/orderEdit';
import { selectUser } from '../../../entities/session/session.slice';
import { useStore } from '../../../shared/hooks/useStore';
import { type TakenGoods, withGoods, withLastOrder, withToday } from './draft';
import { makePlacing } from './placing';
import type { TakenDraft } from './schema';
import { makeTakenStore } from './takenStore';

/** The order that the user is taking from this customer, and what can be done with it. `onPlaced`: while the page is open. */
export function useTaking(customerId: string, onPlaced: (orderId: string) => void) {
  const dispatch = useDispatch<OrderDispatch>();
  const { username } = useSelector(selectUser);
  // With the page's user: the end of a session clears the name before the page goes.
  const [{ taking, placing }] = useState(() => {
    const draft = makeTakenStore(username, customerId);
    return { taking: draft, placing: makePlacing({ dispatch, customerId, taking: draft }) };
  });
  useEffect(() => taking.follow(() => placing.get().busy), [taking, placing]);
  // What was being sent when the page was left, or the session ended.
  useEffect(() => void placing.resume(), [placing]);
  const { placedId } = useStore(placing);
  const goOn = useEffectEvent(onPlaced);
  useEffect(() => {
    if (placedId !== null) goOn(placedId);
  }, [placedId]);
  const actions = useMemo(() => {
    const change = (part: Partial<TakenDraft>): void => {
      // What is on its way stays as it was sent.
      if (taking.get().sending) return;
      placing.forget();
      taking.set(part);
    };
    return {
      setQuantity: (goods: TakenGoods, quantity: number): void =>
        change({ lines: withGoods(taking.get().lines, goods, quantity) }),
      /** What is in the order already goes by today's names, prices and stock. */
      refresh: (known: readonly Goods[]): void => {
        const { lines, sending } = taking.get();
        const fresh = withToday(lines, known);
        if (!sending && fresh !== lines) taking.set({ lines: fresh });
      },
      setNote: (note: string): void => change({ note }),
      /** Returns the way back. */
      repeat: (last: readonly GuideGoods[]): (() => void) => {
        const { lines } = taking.get();
        change({ lines: withLastOrder(lines, last) });
        return () => change({ lines });
      },
    };
  }, [taking, placing]);
  return { taking, placing, actions };
}

export type TakingActions = ReturnType<typeof useTaking>['actions'];
