import i18next from 'i18next';
import type { ReactElement } from 'react';
import { type LoaderFunction, redirect, useParams } from 'react-router';
import { useDialogs } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useUrlSheet } from '../../../shared/navigation/useUrlSheet';
import { InvoicePage } from '../ui/InvoicePage';
import { useSentAway } from './useSentAway';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'commissionInvoices' }) };

/** Without an id the list is opened. */
export const loader: LoaderFunction = ({ params }) => {
  if (!params['invoiceId']) throw redirect(paths.invoices.href());
  return null;
};

/** `?payment=…`: after the return from the gateway. */
export function Component(): ReactElement {
  const { invoiceId = '' } = useParams();
  const { openDialog } = useDialogs();
  const payment = useUrlSheet('payment');
  const { instead } = useSentAway();
  if (instead) return instead;
  return (
    <InvoicePage
      key={invoiceId}
      invoiceId={invoiceId}
      paymentId={payment.value}
      onPayment={payment.open}
      onPaymentClose={payment.close}
      onOrder={(orderId) => openDialog('order', orderId)}
    />
  );
}
