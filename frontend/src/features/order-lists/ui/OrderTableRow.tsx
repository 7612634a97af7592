import { type ReactElement, useId } from 'react';
import { statusTone } from '../../../entities/order/status';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { DASH } from '../../../shared/lib/punctuation';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import { StatusDot } from '../../../shared/ui/Badge';
import { Chevron } from '../../../shared/ui/Chevron';
import { Code } from '../../../shared/ui/Code';
import { CardDetails } from '../../../shared/ui/CompactCard';
import { IconButton } from '../../../shared/ui/IconButton';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink } from '../../../shared/ui/Link';
import { Money } from '../../../shared/ui/Money';
import { Cell, Cells, type Column, TwoLines } from '../../../shared/ui/Table';
import type { OrderRow } from '../api/map';
import { directionOf, type OrderSort, pressed, type SortKey } from '../model/sort';
import { OrderActions } from './OrderActions';
import { OrderDetails } from './OrderDetails';

export const TEMPLATE =
  '2.5rem minmax(9rem, 1.2fr) minmax(7rem, 1fr) minmax(9rem, 1.2fr) minmax(7rem, 1fr) minmax(9rem, 1.2fr) 5.75rem';

/** With who ordered: it fits from 1,024 px on. */
export const NAMED_TEMPLATE =
  '2rem minmax(9rem, 1fr) minmax(7rem, 1.6fr) minmax(6rem, .8fr) minmax(6.5rem, .8fr) minmax(8.5rem, 1fr) 5.75rem';

/** The headings of all customers' orders, which are listed newest first. */
export function useNamedColumns(): readonly Column[] {
  const t = useText('customer');
  return [
    { id: 'number', label: t('number'), labelHidden: true },
    { id: 'code', label: t('codeAndDate') },
    { id: 'customer', label: t('customer') },
    { id: 'status', label: t('state') },
    { id: 'delivery', label: t('deliveredOn') },
    { id: 'total', label: t('total'), end: true },
    { id: 'acts', label: t('acts'), labelHidden: true },
  ];
}

/** The headings; instants, days and amounts sort. */
export function useOrderColumns(sort: OrderSort, onSort: (sort: OrderSort) => void): readonly Column[] {
  const t = useText('customer');
  const by = (key: SortKey) => ({
    sort: { direction: directionOf(sort, key), onPress: () => onSort(pressed(sort, key)) },
  });
  return [
    { id: 'number', label: t('number'), labelHidden: true },
    { id: 'code', label: t('code') },
    { id: 'status', label: t('state') },
    { id: 'created', label: t('registeredOn'), ...by('createdAt') },
    { id: 'delivery', label: t('deliveredOn'), ...by('deliveryDate') },
    { id: 'total', label: t('total'), end: true, ...by('total') },
    { id: 'acts', label: t('acts'), labelHidden: true },
  ];
}

interface OrderTableRowProps {
  readonly order: OrderRow;
  /** From 1. */
  readonly place: number;
  /** With a cell of who ordered. */
  readonly named?: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (orderId: string) => void;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** One order as a row, with the customer's details below it when it is open. */
export function OrderTableRow(props: OrderTableRowProps): ReactElement {
  const { order, place, named = false, isOpen, onToggle, onDialog } = props;
  const t = useText('customer');
  const detailsId = useId();
  const link = (
    <CardLink to={paths.order.href(order.customer.id, order.id)}>
      <Code>{order.code}</Code>
    </CardLink>
  );
  const created = order.createdAt === null ? DASH : <Jalali date={order.createdAt} time />;
  return (
    <Cells template={named ? NAMED_TEMPLATE : TEMPLATE}>
      <Cell>{formatNumber(place)}</Cell>
      <Cell>{named ? <TwoLines first={link} second={created} /> : link}</Cell>
      {named && (
        <Cell>
          <TwoLines first={order.customer.title} second={order.customer.shopName} />
        </Cell>
      )}
      <Cell>
        <StatusDot tone={statusTone[order.status]}>{order.statusText}</StatusDot>
      </Cell>
      {!named && <Cell>{created}</Cell>}
      <Cell>{order.deliveryDate === null ? DASH : <Jalali date={order.deliveryDate} />}</Cell>
      <Cell end>
        <Money amount={order.total} size="strong" />
      </Cell>
      <Cell above end>
        <IconButton
          label={t(isOpen ? 'less' : 'more')}
          icon={<Chevron size={20} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => onToggle(order.id)}
        />
        <OrderActions order={order} onDialog={onDialog} />
      </Cell>
      {isOpen && (
        <Cell above wide>
          <CardDetails id={detailsId}>
            <OrderDetails order={order} />
          </CardDetails>
        </Cell>
      )}
    </Cells>
  );
}
