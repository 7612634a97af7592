import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { awaitHere } from '../../../entities/payment/awaited';
import { onReturn, payAt } from '../../../entities/payment/gateway';
import { baseApi } from '../../../shared/api/baseApi';
import { useText } from '../../../shared/i18n/useText';
import { usePurchaseMutation } from '../api/endpoints';
import { useDecision } from './useDecision';

/** Buys a plan: begins one payment per decision and leads to the gateway. One that is paid already is opened. */
export function usePurchase(onPayment: (id: string) => void) {
  const t = useText('business');
  const dispatch = useDispatch();
  const { lines, setLines, send } = useDecision(usePurchaseMutation()[0]);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const finish = (): void => {
    running.current = false;
    setBusy(false);
  };

  // Back from the gateway may bring this page as it was left; the plan may have been paid there meanwhile.
  const onBack = useEffectEvent(() => {
    finish();
    dispatch(baseApi.util.invalidateTags(['Subscription', 'Seller']));
  });
  useEffect(() => onReturn(() => onBack()), []);

  const buy = async (planId: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const reply = await send({ planId });
    if (reply.kind !== 'done') {
      finish();
      return;
    }
    const { id, redirectUrl } = reply.result;
    if (redirectUrl === null) {
      // This payment was begun earlier, and there is nothing left to pay.
      finish();
      onPayment(id);
      return;
    }
    awaitHere(id);
    if (payAt(redirectUrl)) return;
    finish();
    setLines([t('noGateway')]);
  };
  // It stays busy until the page is left for the gateway.
  return { busy, lines, buy: (planId: string) => void buy(planId), clear: () => setLines([]) };
}
