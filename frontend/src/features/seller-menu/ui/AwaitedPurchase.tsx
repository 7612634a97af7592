import type { ReactElement, ReactNode } from 'react';
import { awaitedHere } from '../../../entities/payment/awaited';
import { AwaitedPayment } from '../../../entities/payment/ui/AwaitedPayment';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';

interface AwaitedPurchaseProps {
  /** The dialog of a payment is open. */
  readonly paused: boolean;
  /** Opens a payment, or its receipt. */
  readonly onPayment: (id: string) => void;
  /** Only while the server reports no open payment: nobody is asked to buy a plan that may be paid already. */
  readonly children: ReactNode;
}

/** The payment of a plan whose result is not known yet: by the server's report, or because this device began it. */
export function AwaitedPurchase({ paused, onPayment, children }: AwaitedPurchaseProps): ReactElement {
  const { data: info } = useSubscriptionQuery(undefined);
  const reported = info?.awaitedPaymentId ?? null;
  const paymentId = reported ?? (info ? awaitedHere() : null);
  return (
    <>
      <AwaitedPayment paymentId={paymentId} paused={paused} onPayment={onPayment} continues />
      {reported === null && children}
    </>
  );
}
