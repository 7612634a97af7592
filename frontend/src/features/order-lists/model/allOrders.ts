import type { Period } from '../../../entities/period/period';
import { periodOf } from '../../../entities/period/query';
import { oneOf } from '../../../shared/navigation/query';
import { STATUS_FILTERS, type StatusFilter } from '../api/map';

/** Which orders of all customers are listed, newest first. */
export interface AllOrdersFilter {
  readonly period: Period;
  readonly status: StatusFilter;
  /** Of customers that are there; empty for all. */
  readonly area: string;
  /** Orders with a line of it; empty for all. */
  readonly productId: string;
}

/** `?status=open&period=week&area=…&product=…`. */
export const allOrdersIn = (params: URLSearchParams): AllOrdersFilter => ({
  period: periodOf(params),
  status: oneOf(STATUS_FILTERS, params.get('status'), 'all'),
  area: params.get('area')?.trim() ?? '',
  productId: params.get('product')?.trim() ?? '',
});
