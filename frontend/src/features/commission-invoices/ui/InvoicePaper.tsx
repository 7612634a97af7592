import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { figures, quiet, rule, sheetGreys, whole } from '../../../shared/print/paperStyles';
import { paper, paperVariables } from '../../../shared/theme/paper';
import { Money } from '../../../shared/ui/Money';
import type { CommissionInvoice } from '../model/types';
import { useFacts } from './useFacts';
import { useLineTexts } from './useLineTexts';

/** The invoice for a sheet of A4: its fields, and the lines that its total is made of. */
export function InvoicePaper({ invoice }: { readonly invoice: CommissionInvoice }): ReactElement {
  const t = useText('commissionInvoices');
  const facts = useFacts(invoice);
  const textsOf = useLineTexts();
  return (
    <Sheet>
      <h3>{t('title')}</h3>
      <p>{invoice.statusText}</p>
      <Facts aria-label={t('facts')}>
        <tbody>
          {facts.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </Facts>
      <Lines aria-label={t('explained')}>
        <thead>
          <tr>
            <th scope="col">{t('paper.line')}</th>
            <th scope="col">{t('fields.orders')}</th>
            <th scope="col">{t('fields.sales')}</th>
            <th scope="col">{t('paper.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => {
            const { title, formula } = textsOf(line);
            return (
              <tr key={line.id}>
                <th scope="row">
                  {title}
                  <small>{formula}</small>
                </th>
                <td>{formatNumber(line.orders)}</td>
                <td>
                  <Money amount={line.sales} />
                </td>
                <td>
                  <Money amount={line.amount} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('fields.total')}
            </th>
            <td>
              <Money amount={invoice.total} />
            </td>
          </tr>
        </tfoot>
      </Lines>
    </Sheet>
  );
}

const Sheet = styled.article({
  ...paperVariables,
  ...sheetGreys,
  paddingInline: '1px',
  fontFamily: paper.family,
  fontSize: '10pt',
  lineHeight: 1.65,
  color: paper.ink,
  backgroundColor: paper.ground,
  printColorAdjust: 'exact',
  WebkitPrintColorAdjust: 'exact',
  '& > h3': { fontSize: '1.75em', fontWeight: 700 },
  '& > p': { marginBlockEnd: '3mm', fontSize: '1.2em' },
  '& table': { inlineSize: '100%', borderCollapse: 'collapse', border: rule, marginBlockEnd: '4mm' },
  '& tr': whole,
  '& th, & td': { border: rule, paddingInline: '2mm', paddingBlock: '1mm', textAlign: 'start', verticalAlign: 'top' },
});

const Facts = styled.table({
  tableLayout: 'fixed',
  '& th': { inlineSize: '52mm', fontWeight: 400, color: quiet, backgroundColor: paper.band },
  '& td': { overflowWrap: 'anywhere' },
});

const Lines = styled.table({
  '& thead': { display: 'table-header-group' },
  // The total stands once, at the end.
  '& tfoot': { display: 'table-row-group' },
  '& thead th': { fontWeight: 700, backgroundColor: paper.band },
  '& tbody th': { fontWeight: 400 },
  '& small': { display: 'block', fontSize: '.88em', color: quiet },
  '& td': { ...figures, textAlign: 'end' },
  '& tfoot > tr > *': { fontWeight: 700, fontSize: '1.12em', borderBlock: `2px solid ${paper.ink}` },
});
