import { type ReactElement, useState } from 'react';
import { lazyPart, NotYet } from '../../../shared/ui/lazyPart';
import { forgetAwaited } from '../awaited';

// Few payments wait: the code and texts load after the page, which does without them until then.
const Waiting = lazyPart(async () => (await import('./AwaitedPaymentNotice')).AwaitedPaymentNotice, NotYet, [
  'payment',
]);

interface AwaitedPaymentProps {
  /** Null when nothing is waited for. */
  readonly paymentId: string | null;
  /** Another payment is open: the bank is asked about one at a time. */
  readonly paused: boolean;
  /** Opens a payment, or its receipt. */
  readonly onPayment: (id: string) => void;
  /** Whether a link to the gateway is offered here, as long as there is one. */
  readonly continues?: boolean;
}

/**
 * A payment whose payer did not come back, until the bank has said how it ended. The receipt opens when it is paid; that
 * it was not paid is reported only to a user who saw it waiting.
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
        forgetAwaited(paymentId);
        if (isPaid || seen) onPayment(paymentId);
      }}
    />
  );
}
