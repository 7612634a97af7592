import styled from '@emotion/styled';
import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, Clock, Printer, SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localMoment } from '../../../shared/lib/punctuation';
import { FactTable, Paper } from '../../../shared/print/Paper';
import { PrintArea } from '../../../shared/print/PrintArea';
import { usePrint } from '../../../shared/print/usePrint';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Code } from '../../../shared/ui/Code';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Dialog } from '../../../shared/ui/Dialog';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { Spinner } from '../../../shared/ui/Spinner';
import type { Payment } from '../types';
import type { KnownPayment } from '../usePaymentReturn';

interface PaymentDialogProps {
  readonly result: KnownPayment;
  readonly onClose: () => void;
  /** The heading when it is paid, and what was paid for on the receipt. */
  readonly title: string;
  /** What was bought; the payment's own rows follow. Undefined while it is read. */
  readonly rows: readonly Definition[] | undefined;
  /** Who has paid, for the receipt. */
  readonly payer: string;
  /** Pays again, after it was cancelled, failed or expired. */
  readonly onAgain?: () => void;
}

const icon = { size: 44, strokeWidth: 1.5, 'aria-hidden': true } as const;
const icons = {
  asking: <Spinner size={40} />,
  paid: <CircleCheck {...icon} />,
  cancelled: <CircleX {...icon} />,
  failed: <CircleX {...icon} />,
  expired: <Clock {...icon} />,
  unknown: <SearchX {...icon} />,
} as const;

/** How a payment ended, or that the bank is still being asked, with the receipt for the printer. 400 px. */
export function PaymentDialog({ result, onClose, title, rows, payer, onAgain }: PaymentDialogProps): ReactElement {
  const t = useText('payment');
  const { kind } = result;
  const paid = kind === 'paid' ? result.payment : null;
  const heading = kind === 'paid' ? title : t(`title.${kind}`);
  const all = paid && rows ? [...rows, ...paymentRows(paid, t)] : undefined;
  const endedUnpaid = kind === 'cancelled' || kind === 'failed' || kind === 'expired';
  // The bank's reference names a PDF of the receipt.
  const { target, startPrint } = usePrint(all && paid ? `${t('receipt')} ${paid.reference}` : '');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={heading}
      width={400}
      footer={
        <>
          <Button variant={paid || (endedUnpaid && onAgain) ? 'secondary' : 'primary'} onClick={onClose}>
            {t('close')}
          </Button>
          {all && (
            <Button icon={<Printer size={18} />} onClick={() => void startPrint()}>
              {t('print')}
            </Button>
          )}
          {endedUnpaid && onAgain && <Button onClick={onAgain}>{t('again')}</Button>}
        </>
      }
    >
      <Message role="status" data-kind={kind}>
        <Sign>{icons[kind]}</Sign>
        {kind === 'unknown' && result.lines.map((line) => <p key={line}>{line}</p>)}
        {kind !== 'unknown' && <p>{t(`body.${kind}`)}</p>}
        {kind === 'asking' && <Quiet>{t('askingHint')}</Quiet>}
        {kind === 'asking' && result.lines.length > 0 && <Notice tone="warning">{result.lines.join(' ')}</Notice>}
      </Message>
      {paid && (all ? <DefinitionGrid items={all} layout="rows" /> : <Skeleton height="180px" />)}
      {all && (
        <PrintArea target={target} title={t('receipt')}>
          <Paper>
            <h3>{t('receipt')}</h3>
            <p>{title}</p>
            <FactTable
              label={t('receipt')}
              facts={payer === '' ? all : [{ label: t('payer'), value: payer }, ...all]}
            />
          </Paper>
        </PrintArea>
      )}
    </Dialog>
  );
}

/** The payment's own rows. */
function paymentRows(payment: Payment, t: TFunction<'payment'>): readonly Definition[] {
  return [
    { label: t('amount'), value: <Money amount={payment.amount} size="strong" /> },
    { label: t('reference'), value: <Code latin>{payment.reference}</Code> },
    { label: t('gateway'), value: payment.gatewayText },
    { label: t('paidAt'), value: <bdi>{localMoment(payment.paidAtS ?? payment.createdAtS)}</bdi> },
  ];
}

const Message = styled.div({
  ...type.label,
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  paddingBlockEnd: space(4),
  textAlign: 'center',
  color: colors.text,
});

const Sign = styled.span({
  display: 'grid',
  placeItems: 'center',
  color: colors.brand,
  '[data-kind="paid"] > &': { color: colors.success },
  '[data-kind="cancelled"] > &': { color: colors.muted },
  '[data-kind="failed"] > &': { color: colors.danger },
  '[data-kind="expired"] > &': { color: colors.warningText },
  '[data-kind="unknown"] > &': { color: colors.muted },
});

const Quiet = styled.p({ ...type.caption, color: colors.muted });
