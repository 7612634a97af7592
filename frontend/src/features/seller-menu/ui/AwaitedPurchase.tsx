import type { ReactElement, ReactNode } from 'react';
import { awaitedHere } from '../../../entities/payment/awaited';
import { AwaitedPayment } from '../../../entities/payment/ui/AwaitedPayment';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';

interface AwaitedPurchaseProps {
  /** A payment is being looked at. */
  readonly paused: boolean;
  /** Shows a payment, or its receipt. */
  readonly onPayment: (id: string) => void;
  /** In its place when no payment waits: nobody is asked to buy what may be paid already. */
  readonly children: ReactNode;
}

/** The payment of a plan that the bank has not spoken of, or that this device went to pay and has not seen the end of. */
export function AwaitedPurchase({ paused, onPayment, children }: AwaitedPurchaseProps): ReactElement {
  const { data: info } = useSubscriptionQuery(undefined);
  const told = info?.awaitedPaymentId ?? null;
  const paymentId = told ?? (info ? awaitedHere() : null);
  return (
    <>
      <AwaitedPayment paymentId={paymentId} paused={paused} onPayment={onPayment} continues />
      {told === null && children}
    </>
  );
}
