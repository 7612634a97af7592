import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { awaitHere } from '../../../entities/payment/awaited';
import { onReturn, payAt } from '../../../entities/payment/gateway';
import { makeWrite } from '../../../entities/write/attempt';
import { baseApi } from '../../../shared/api/baseApi';
import { useText } from '../../../shared/i18n/useText';
import { usePurchaseMutation } from '../api/endpoints';
import { failureLines } from './failure';

interface Purchase {
  /** Until the page is left for the gateway. */
  readonly busy: boolean;
  readonly lines: readonly string[];
  readonly buy: (planId: string) => void;
  /** What failed is not shown any more. */
  readonly clear: () => void;
}

/** Buys a plan: begins a payment, once for each decision, and leads to the gateway; one that is paid is shown at once. */
export function usePurchase(onPayment: (id: string) => void): Purchase {
  const t = useText('business');
  const dispatch = useDispatch();
  const [purchase] = usePurchaseMutation();
  const [busy, setBusy] = useState(false);
  const [lines, setLines] = useState<readonly string[]>([]);
  const running = useRef(false);
  const [write] = useState(() =>
    makeWrite((attempt: { key: string; body: { planId: string } }) => purchase(attempt).unwrap()),
  );
  const stop = (): void => {
    running.current = false;
    setBusy(false);
  };

  // Back from the gateway may show this page as it was left. What was paid there meanwhile is not known yet.
  useEffect(
    () =>
      onReturn(() => {
        running.current = false;
        setBusy(false);
        dispatch(baseApi.util.invalidateTags(['Subscription', 'Seller']));
      }),
    [dispatch],
  );

  const buy = async (planId: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setLines([]);
    const reply = await write.send({ planId });
    if (reply.kind !== 'done') {
      stop();
      setLines(failureLines(reply, t('lost')));
      return;
    }
    const { id, redirectUrl } = reply.result;
    if (redirectUrl === null) {
      // It was made before, and there is nothing to pay any more.
      stop();
      onPayment(id);
      return;
    }
    awaitHere(id);
    if (payAt(redirectUrl)) return;
    stop();
    setLines([t('noGateway')]);
  };
  return { busy, lines, buy: (planId) => void buy(planId), clear: () => setLines([]) };
}
