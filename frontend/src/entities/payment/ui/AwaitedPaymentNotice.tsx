import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { payAt } from '../gateway';
import { usePaymentReturn } from '../usePaymentReturn';

interface AwaitedPaymentNoticeProps {
  readonly paymentId: string;
  /** Whether a link to the gateway is offered, as long as there is one. */
  readonly continues: boolean;
  /** The bank has said how it ended, or there is no such payment. `seen`: the user has seen it waiting. */
  readonly onEnd: (isPaid: boolean, seen: boolean) => void;
}

/** A payment that waits, asked about until it is known how it ended. */
export function AwaitedPaymentNotice(props: AwaitedPaymentNoticeProps): ReactElement | null {
  const { paymentId, continues, onEnd } = props;
  const t = useText('payment');
  const ui = useText('ui');
  const result = usePaymentReturn(paymentId);
  const ended = useEffectEvent(onEnd);
  const seen = useRef(false);
  const { kind } = result;
  const waiting = result.kind === 'asking' ? result.payment : null;
  useEffect(() => {
    if (waiting) seen.current = true;
    else if (kind !== 'asking' && kind !== 'none') ended(kind === 'paid', seen.current);
  }, [kind, waiting]);
  if (!waiting) return null;
  const { amount, createdAtS, redirectUrl } = waiting;
  const [day = '', time = ''] = localDigits(createdAtS).split(' - ');
  return (
    <Notice tone="warning">
      <p>{t('awaited.body', { amount: withUnit(formatNumber(amount), ui('toman')), day, time })}</p>
      {continues && redirectUrl !== null && (
        <Button size="sm" variant="secondary" onClick={() => payAt(redirectUrl)}>
          {t('awaited.continue')}
        </Button>
      )}
    </Notice>
  );
}
