import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { DASH, SEPARATOR } from '../../../shared/lib/punctuation';
import { formatPercent } from '../../../shared/lib/units';
import { StatusDot } from '../../../shared/ui/Badge';
import { Code } from '../../../shared/ui/Code';
import type { Definition } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import type { CommissionInvoice, Cooperation } from '../model/types';

const text = (said: string): ReactNode => (said === '' ? DASH : <bdi>{said}</bdi>);

/** A Jalali day with its time, `1405/08/01 - 00:10`. */
function moment(said: string): ReactNode {
  if (said === '') return DASH;
  const [day = '', time] = said.split(' - ');
  return (
    <>
      <Code>{day}</Code>
      {time !== undefined && (
        <>
          {SEPARATOR}
          <bdi dir="ltr">{localDigits(time)}</bdi>
        </>
      )}
    </>
  );
}

/** The agreed rate: percent of the sales, or tomans. */
export function Commission(agreed: { readonly cooperation: Cooperation; readonly commission: number }): ReactNode {
  if (agreed.cooperation === 'percentage') return <bdi>{formatPercent(agreed.commission)}</bdi>;
  return <Money amount={agreed.commission} />;
}

/** The fields of an invoice, for the screen and the paper. */
export function useFacts(invoice: CommissionInvoice): readonly Definition[] {
  const t = useText('commissionInvoices');
  const optional = (label: string, value: string): readonly Definition[] =>
    value === '' ? [] : [{ label, value: moment(value) }];
  return [
    { label: t('fields.requester'), value: text(invoice.requester) },
    { label: t('fields.payer'), value: text(invoice.payer) },
    { label: t('fields.requestedAt'), value: moment(invoice.requestedAt) },
    { label: t('fields.number'), value: <Code>{invoice.number}</Code> },
    { label: t('fields.cooperation'), value: text(invoice.cooperationText) },
    { label: t('fields.commission'), value: Commission(invoice) },
    { label: t('fields.baskets'), value: <bdi>{t('baskets', { number: formatNumber(invoice.baskets) })}</bdi> },
    { label: t('fields.total'), value: <Money amount={invoice.total} size="strong" /> },
    { label: t('fields.gateway'), value: text(invoice.gateway) },
    { label: t('fields.paidAt'), value: moment(invoice.paidAt) },
    ...(invoice.reference === ''
      ? []
      : [{ label: t('fields.reference'), value: <Code latin>{invoice.reference}</Code> }]),
    ...optional(t('fields.dueDate'), invoice.dueDate),
    {
      label: t('fields.sellerStatus'),
      value: <StatusDot tone={invoice.sellerActive ? 'success' : 'danger'}>{invoice.sellerStatusText}</StatusDot>,
    },
    { label: t('fields.terms'), value: text(invoice.terms), wide: true },
  ];
}
