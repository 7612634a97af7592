import { type ReactElement, useEffect, useEffectEvent, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { OrderDispatch } from '../../../entities/order/edit/orderEdit';
import { type OrderStatus, statusTone } from '../../../entities/order/status';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { paths } from '../../../shared/navigation/paths';
import { StatusDot } from '../../../shared/ui/Badge';
import { Code } from '../../../shared/ui/Code';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Jalali } from '../../../shared/ui/Jalali';
import { Money } from '../../../shared/ui/Money';
import { Pane } from '../../../shared/ui/Pane';
import { Ends, PaneList } from '../../../shared/ui/PaneList';
import { customerOrdersApi, useCustomerOrdersQuery } from '../api/endpoints';
import type { OrderRow } from '../api/map';
import { listed, ordersIn } from '../model/address';

/** What the page of an order knows better than the list of a moment ago. */
export interface OpenOrder {
  readonly status: OrderStatus;
  /** Tomans, with tax and shipping. */
  readonly total: number;
}

interface OrdersPaneProps {
  readonly customerId: string;
  readonly orderId: string;
  /** The query of the page that lists them. */
  readonly search: string;
  /** Undefined until it was read. */
  readonly known: OpenOrder | undefined;
}

/** The orders of the list that one of them was opened from. */
export function OrdersPane({ customerId, orderId, search, known }: OrdersPaneProps): ReactElement {
  const t = useText('customer');
  const dispatch = useDispatch<OrderDispatch>();
  const { period, status, sort } = ordersIn(new URLSearchParams(search));
  // The page before has read them a moment ago.
  const list = useCustomerOrdersQuery({ customerId, period }, { refetchOnMountOrArgChange: 30, refetchOnFocus: true });
  const { currentData: orders, isFetching, error } = list;
  const rows = useMemo(() => listed(orders ?? [], { status, sort, keptId: orderId }), [orders, status, sort, orderId]);
  const row = orders?.find(({ id }) => id === orderId);
  const isStale = known && row && !isFetching && (row.status !== known.status || row.total !== known.total);
  // In the list itself: whoever goes back to it finds the same.
  const renew = useEffectEvent((now: OpenOrder) => {
    const text = { statusText: t(`orderStates.${now.status}`) };
    const renewed = (one: OrderRow): OrderRow => (one.id === orderId ? { ...one, ...now, ...text } : one);
    dispatch(
      customerOrdersApi.util.updateQueryData('customerOrders', { customerId, period }, (all) => all.map(renewed)),
    );
  });
  useEffect(() => {
    if (isStale) renew(known);
  }, [isStale, known]);
  return (
    <Pane title={t('orders')} hint={orders?.[0]?.customer.title ?? ''} total={orders ? rows.length : -1}>
      <PaneList
        label={t('orders')}
        items={rows}
        total={rows.length}
        isFetching={isFetching}
        currentId={orderId}
        hrefOf={({ id }) => paths.order.href(customerId, id)}
        openedText={({ code }) => t('opened', { name: localDigits(code) })}
        estimate={67}
        errorLines={error && !isFetching ? errorLines(error, 'list') : undefined}
        onRetry={() => void list.refetch()}
        empty={<EmptyState text={t('noOrders')} />}
        renderItem={({ code, total, status: state, createdAt }: OrderRow) => (
          <>
            <Ends>
              <Code>{code}</Code>
              <Money amount={total} />
            </Ends>
            <Ends data-quiet>
              <StatusDot tone={statusTone[state]}>{t(`orderStates.${state}`)}</StatusDot>
              {createdAt !== null && <Jalali date={createdAt} />}
            </Ends>
          </>
        )}
      />
    </Pane>
  );
}
