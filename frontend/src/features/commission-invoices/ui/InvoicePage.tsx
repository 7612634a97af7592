import type { ReactElement } from 'react';
import { AwaitedPayment } from '../../../entities/payment/ui/AwaitedPayment';
import { PaymentResult } from '../../../entities/payment/ui/PaymentResult';
import { usePaymentReturn } from '../../../entities/payment/usePaymentReturn';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { Code } from '../../../shared/ui/Code';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useCommissionInvoiceQuery } from '../api/endpoints';
import { usePay } from '../model/usePay';
import { OpenInvoice } from './OpenInvoice';
import { PrintInvoice } from './PrintInvoice';

interface InvoicePageProps {
  readonly invoiceId: string;
  /** The payment in the address after the return from the gateway. */
  readonly paymentId: string | null;
  readonly onPayment: (id: string) => void;
  readonly onPaymentClose: () => void;
  readonly onOrder: (orderId: string) => void;
}

/** One bill of the platform: its fields, its lines and its payment. */
export function InvoicePage(props: InvoicePageProps): ReactElement {
  const { invoiceId, paymentId, onPayment, onPaymentClose, onOrder } = props;
  const t = useText('commissionInvoices');
  const query = useCommissionInvoiceQuery(invoiceId, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const { data: invoice, error, isFetching, refetch } = query;
  useErrorToast(error, 'list');
  const loading = useSteadyLoading(isFetching && !invoice);
  const { busy, pay } = usePay(invoiceId, refetch);
  const result = usePaymentReturn(paymentId);
  const again = invoice?.status === 'payable' ? { onAgain: () => void pay() } : {};
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={invoice && <Code>{invoice.number}</Code>}
        backTo={paths.invoices.href()}
        closeTo={paths.home.href()}
        progress={isFetching && invoice !== undefined}
        actions={invoice && <PrintInvoice invoice={invoice} />}
      />
      {invoice ? (
        <OpenInvoice
          invoice={invoice}
          problem={error ? errorLines(error, 'list') : null}
          awaited={
            <AwaitedPayment paymentId={invoice.awaitedPaymentId} paused={paymentId !== null} onPayment={onPayment} />
          }
          busy={busy}
          onPay={() => void pay()}
          onRetry={() => void refetch()}
          onOrder={onOrder}
        />
      ) : (
        <PageBody>
          {error && <FailedRead error={error} isFetching={isFetching} refetch={refetch} />}
          {loading && !error && <SkeletonCards count={3} lines={4} />}
        </PageBody>
      )}
      {result.kind !== 'none' && (
        <PaymentResult
          result={result}
          title={t('paidTitle')}
          payer={invoice?.payer ?? ''}
          rows={invoice && [{ label: t('fields.number'), value: <Code>{invoice.number}</Code> }]}
          onClose={onPaymentClose}
          {...again}
        />
      )}
    </>
  );
}
