import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { OrderSheet } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import type { PaperSize } from '../../../shared/print/measures';
import { Paper, quiet, rule, whole } from '../../../shared/print/Paper';
import { paper } from '../../../shared/theme/paper';
import { TextArea } from '../../../shared/ui/TextArea';
import type { InvoiceDraft } from '../model/useInvoiceDraft';
import { PaperHead } from './PaperHead';
import { PaperTotals } from './PaperTotals';
import { ProductTable } from './ProductTable';

export const NOTE_LENGTH = 300;

/** The discounts of changed lines are not known yet. */
const NONE: OrderSheet['discounts'] = [];

interface InvoicePaperProps {
  readonly order: OrderSheet;
  readonly size: PaperSize;
  /** It has unsaved changes. */
  readonly draft: boolean;
  /** The editable fields, on a wide screen. Left out: everything is text, as it is printed. */
  readonly fields?: InvoiceDraft | undefined;
}

/** The invoice itself: the same on the screen and in the printer. */
export function InvoicePaper({ order, size, draft, fields }: InvoicePaperProps): ReactElement {
  const t = useText('invoice');
  const { products, status, reopened, revision, customerNote, sellerNote } = order;
  const firstRows = products.map((_, at) => products.slice(0, at).reduce((sum, { lines }) => sum + lines.length, 1));
  return (
    <Paper data-size={size}>
      {draft && <Mark>{t('draftMark')}</Mark>}
      {status === 'cancelled' && <Mark>{t('cancelledMark')}</Mark>}
      {status === 'open' && reopened && revision > 0 && (
        <Mark>{t('reopenedMark', { revision: formatNumber(revision) })}</Mark>
      )}
      <PaperHead order={order} size={size} />
      {products.length === 0 && <Empty>{t('empty')}</Empty>}
      {products.map((product, at) => (
        <ProductTable
          key={product.id}
          product={product}
          size={size}
          firstRow={firstRows[at] ?? 1}
          discounts={draft ? NONE : order.discounts}
          fields={fields}
        />
      ))}
      <Closing>
        <PaperTotals order={order} size={size} draft={draft} onPaperBill={fields?.setPaperBill} />
        {customerNote !== '' && <Note title={t('note.customer')} text={customerNote} />}
        {fields ? (
          <TextArea
            label={t('note.seller')}
            value={sellerNote}
            maxLength={NOTE_LENGTH}
            rows={2}
            onValueChange={fields.setNote}
          />
        ) : (
          sellerNote !== '' && <Note title={t('note.seller')} text={sellerNote} />
        )}
        {size === 'a4' && (
          <Signatures>
            <p>{t('signature.seller')}</p>
            <p>{t('signature.receiver')}</p>
          </Signatures>
        )}
      </Closing>
    </Paper>
  );
}

function Note({ title, text }: { readonly title: string; readonly text: string }): ReactElement {
  return (
    <Words>
      <strong>{title}</strong>
      <p dir="auto">{text}</p>
    </Words>
  );
}

/** Totals, notes and signatures stay together, so that no sheet holds a signature alone. */
const Closing = styled.div(whole);

const Mark = styled.p({
  ...whole,
  marginBlockEnd: '3mm',
  paddingInline: '3mm',
  paddingBlock: '1.2mm',
  border: `1px dashed ${paper.ink}`,
  fontWeight: 700,
  textAlign: 'center',
});

const Empty = styled.p({ border: rule, marginBlockEnd: '4mm', paddingBlock: '6mm', textAlign: 'center' });

const Words = styled.section({
  ...whole,
  marginBlockEnd: '3mm',
  '& > p': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

const Signatures = styled.footer({
  ...whole,
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  marginBlockStart: '4mm',
  minBlockSize: '22mm',
  textAlign: 'center',
  color: quiet,
});
