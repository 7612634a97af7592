import type { Period } from '../../../entities/period/period';
import { periodOf } from '../../../entities/period/query';
import { oneOf } from '../../../shared/navigation/query';
import { type OrderRow, STATUS_FILTERS, type StatusFilter } from '../api/map';
import { ORDER_SORTS, type OrderSort, sorted } from './sort';

/** Which orders of a customer are listed, and in which order. */
export interface OrderFilter {
  readonly period: Period;
  readonly status: StatusFilter;
  readonly sort: OrderSort;
}

/** `?sort=dearest&status=open&period=range&from=1405-08-01&to=1405-08-30`. */
export const ordersIn = (params: URLSearchParams): OrderFilter => ({
  period: periodOf(params),
  status: oneOf(STATUS_FILTERS, params.get('status'), 'all'),
  sort: oneOf(ORDER_SORTS, params.get('sort'), 'newest'),
});

export const ofStatus = (orders: readonly OrderRow[], status: StatusFilter): readonly OrderRow[] =>
  status === 'all' ? orders : orders.filter((order) => order.status === status);

interface Listing extends Omit<OrderFilter, 'period'> {
  /** Listed whatever its status is. */
  readonly keptId?: string;
}

/** The orders of a period as the address wants them. */
export const listed = (orders: readonly OrderRow[], { status, sort, keptId }: Listing): readonly OrderRow[] =>
  sorted(
    orders.filter((order) => status === 'all' || order.status === status || order.id === keptId),
    sort,
  );
