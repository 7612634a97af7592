import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { FactTable, Paper } from '../../../shared/print/Paper';
import { Money } from '../../../shared/ui/Money';
import type { CommissionInvoice } from '../model/types';
import { useFacts } from './useFacts';
import { useLineTexts } from './useLineTexts';

/** The invoice on A4: its fields and the lines of its total. */
export function InvoicePaper({ invoice }: { readonly invoice: CommissionInvoice }): ReactElement {
  const t = useText('commissionInvoices');
  const facts = useFacts(invoice);
  const textsOf = useLineTexts();
  return (
    <Paper>
      <h3>{t('title')}</h3>
      <p>{invoice.statusText}</p>
      <FactTable label={t('facts')} facts={facts} />
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
          <tr data-strong>
            <th scope="row" colSpan={3}>
              {t('fields.total')}
            </th>
            <td>
              <Money amount={invoice.total} />
            </td>
          </tr>
        </tfoot>
      </Lines>
    </Paper>
  );
}

const Lines = styled.table({
  // Not repeated on every page.
  '& tfoot': { display: 'table-row-group' },
  '& td': { whiteSpace: 'nowrap', textAlign: 'end' },
});
