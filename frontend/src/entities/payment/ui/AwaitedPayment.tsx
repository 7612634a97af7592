import { type ReactElement, useState } from 'react';
import { lazyPart, NotYet } from '../../../shared/ui/lazyPart';
import { shownHere } from '../awaited';

// Few payments wait: its code and texts come after the page, and without them the page goes on as it is.
const Waiting = lazyPart(async () => (await import('./AwaitedPaymentNotice')).AwaitedPaymentNotice, NotYet, [
  'payment',
]);

interface AwaitedPaymentProps {
  /** Null when nothing is waited for. */
  readonly paymentId: string | null;
  /** A payment is being looked at: one question at a time. */
  readonly paused: boolean;
  /** Shows a payment, or its receipt. */
  readonly onPayment: (id: string) => void;
  /** Whether the way on to the gateway is offered here, as long as there is one. */
  readonly continues?: boolean;
}

/**
 * A payment whose payer did not come back, until the bank has said what became of it. Its receipt comes when it is paid;
 * that it was not paid is told to who saw it waiting.
 */
export function AwaitedPayment(props: AwaitedPaymentProps): ReactElement | null {
  const { paymentId, paused, onPayment, continues = false } = props;
  const [over, setOver] = useState<string | null>(null);
  if (paused || paymentId === null || paymentId === over) return null;
  return (
    <Waiting
      key={paymentId}
      paymentId={paymentId}
      continues={continues}
      onEnd={(isPaid, seen) => {
        setOver(paymentId);
        shownHere(paymentId);
        if (isPaid || seen) onPayment(paymentId);
      }}
    />
  );
}
