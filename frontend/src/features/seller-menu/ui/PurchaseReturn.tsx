import { type ReactElement, useEffect } from 'react';
import { forgetAwaited } from '../../../entities/payment/awaited';
import type { PaymentDetails } from '../../../entities/payment/types';
import { PaymentResult } from '../../../entities/payment/ui/PaymentResult';
import { usePaymentReturn } from '../../../entities/payment/usePaymentReturn';
import { useSellerSummaryQuery } from '../../../entities/seller/endpoints';
import { useText } from '../../../shared/i18n/useText';
import type { Definition } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';

interface PurchaseReturnProps {
  readonly paymentId: string;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}

/** The result of a payment: after the gateway, or when a receipt is opened. */
export function PurchaseReturn({ paymentId, onClose, onAgain }: PurchaseReturnProps): ReactElement | null {
  const t = useText('subscription');
  const result = usePaymentReturn(paymentId);
  const { data: summary } = useSellerSummaryQuery(undefined);
  const { kind } = result;
  const isKnown = kind !== 'none' && kind !== 'asking';
  useEffect(() => {
    if (isKnown) forgetAwaited(paymentId);
  }, [isKnown, paymentId]);
  if (result.kind === 'none') return null;

  const payment = 'payment' in result ? result.payment : null;
  // An invoice has a page of its own; here only its result is shown, without a new try.
  const ofInvoice = payment?.purpose === 'invoice';
  const way = payment?.bought?.isExtension === true ? 'extended' : 'bought';
  const rows = ({ bought }: PaymentDetails): readonly Definition[] =>
    bought
      ? [
          { label: t('receipt.type'), value: bought.title },
          { label: t(`receipt.${way}.start`), value: <Jalali date={bought.startsAt} time /> },
          { label: t(`receipt.${way}.end`), value: <Jalali date={bought.endsAt} time /> },
        ]
      : [];
  return (
    <PaymentResult
      result={result}
      title={ofInvoice ? t('receipt.invoice') : t(`receipt.${way}.title`)}
      rows={payment ? rows(payment) : undefined}
      payer={summary?.title ?? ''}
      onClose={onClose}
      {...(!ofInvoice && { onAgain })}
    />
  );
}
