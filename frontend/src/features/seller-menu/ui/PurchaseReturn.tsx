import type { ReactElement } from 'react';
import { PaymentResult } from '../../../entities/payment/ui/PaymentResult';
import { usePaymentReturn } from '../../../entities/payment/usePaymentReturn';
import { useSellerSummaryQuery } from '../../../entities/seller/endpoints';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { useText } from '../../../shared/i18n/useText';
import type { Definition } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';

interface PurchaseReturnProps {
  readonly paymentId: string;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}

/** The payer is back from the gateway, or looks at the receipt. */
export function PurchaseReturn({ paymentId, onClose, onAgain }: PurchaseReturnProps): ReactElement | null {
  const t = useText('subscription');
  const result = usePaymentReturn(paymentId);
  const { data: summary } = useSellerSummaryQuery(undefined);
  const { currentData: info, isFetching } = useSubscriptionQuery(undefined);
  if (result.kind === 'none') return null;

  // An invoice has a page of its own to come back to; here it is only told that it was paid.
  const ofInvoice = 'payment' in result && result.payment.purpose === 'invoice';
  const subscription = !ofInvoice && info?.subscription?.paymentId === paymentId ? info.subscription : null;
  const bought = (): readonly Definition[] | undefined => {
    if (subscription) {
      return [
        { label: t('bought.start'), value: <Jalali date={subscription.startsAt} time /> },
        { label: t('bought.type'), value: subscription.title },
        { label: t('bought.end'), value: <Jalali date={subscription.endsAt} time /> },
      ];
    }
    if (ofInvoice) return [];
    // An older payment: the subscription of now says nothing of it.
    return isFetching ? undefined : [];
  };
  return (
    <PaymentResult
      result={result}
      title={t(ofInvoice ? 'bought.invoice' : 'bought.title')}
      rows={bought()}
      payer={summary?.title ?? ''}
      onClose={onClose}
      {...(!ofInvoice && { onAgain })}
    />
  );
}
