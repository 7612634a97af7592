import type { ReactElement } from 'react';
import { orderTotals } from '../../entities/order/order.math';
import type { Order } from '../../entities/order/types';
import { OrdersPane } from '../../features/order-lists/ui/OrdersPane';
import { orderApi } from '../../features/orders/api/endpoints';

interface OrderBesideProps {
  readonly customerId: string;
  readonly orderId: string;
  readonly search: string;
}

interface Read {
  readonly currentData?: Order | undefined;
  readonly isFetching: boolean;
}

/** Of the copy that the page has just read or changed; an older one may know less than the list. */
const factsOf = ({ currentData: order, isFetching }: Read) => ({
  status: isFetching ? undefined : order?.status,
  total: order && orderTotals(order).grand,
});

/** The orders beside one of them, which shows what the open page has made of it. */
export function OrderBeside(props: OrderBesideProps): ReactElement {
  const { status, total } = orderApi.endpoints.order.useQueryState(props.orderId, { selectFromResult: factsOf });
  return <OrdersPane {...props} known={status && total !== undefined ? { status, total } : undefined} />;
}
