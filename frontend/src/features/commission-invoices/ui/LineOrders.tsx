import styled from '@emotion/styled';
import { type ReactElement, useCallback } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Code } from '../../../shared/ui/Code';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Money } from '../../../shared/ui/Money';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useInvoiceLineOrdersInfiniteQuery } from '../api/endpoints';
import type { InvoiceLine, InvoiceOrder } from '../model/types';

interface LineOrdersProps {
  readonly invoiceId: string;
  readonly line: InvoiceLine;
  readonly label: string;
  readonly onOrder: (orderId: string) => void;
}

/** The orders behind a line, with the amounts of that time; each opens in its current state. */
export function LineOrders({ invoiceId, line, label, onOrder }: LineOrdersProps): ReactElement {
  const t = useText('commissionInvoices');
  const which = { invoiceId, lineId: line.id };
  const query = useInvoiceLineOrdersInfiniteQuery(which);
  const list = usePages(query, which);
  const row = useCallback((order: InvoiceOrder) => <OrderRow order={order} onOrder={onOrder} />, [onOrder]);
  return (
    <>
      <Sum>
        <span>{t('sumOfOrders')}</span>
        <Money amount={line.sales} size="strong" />
      </Sum>
      <VirtualList
        label={label}
        estimate={72}
        {...list}
        renderItem={row}
        errorLines={list.error && errorLines(list.error, 'list')}
        empty={<EmptyState text={t('noOrders')} />}
      />
    </>
  );
}

function OrderRow({
  order,
  onOrder,
}: {
  readonly order: InvoiceOrder;
  readonly onOrder: (orderId: string) => void;
}): ReactElement {
  const t = useText('commissionInvoices');
  return (
    <Row>
      <Which>
        <Button variant="ghost" size="sm" onClick={() => onOrder(order.id)}>
          {order.code === '' ? t('unknownCode') : <Code>{order.code}</Code>}
        </Button>
        <Of>
          <Code>{order.day}</Code>
          {order.customer !== '' && <span>{order.customer}</span>}
        </Of>
      </Which>
      <Money amount={order.amount} />
    </Row>
  );
}

const Row = styled.div({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space(3),
  fontWeight: 400,
});

const Sum = styled(Row)({
  paddingBlock: space(2),
  borderBlockEnd: `1px solid ${colors.line}`,
  '& > span': { color: colors.muted },
});

// On a phone day and customer are below the order's code, and the amounts stay in one column.
const Which = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  columnGap: space(4),
  flex: 1,
  minInlineSize: 0,
  paddingBlockEnd: space(1),
  '& > button[data-size]': { flex: 'none', paddingInline: 0 },
  [media.tabletUp]: { flexDirection: 'row', alignItems: 'center', paddingBlockEnd: 0 },
});

const Of = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(3),
  minInlineSize: 0,
  color: colors.muted,
  '& > span': { color: colors.text, overflowWrap: 'anywhere' },
});
