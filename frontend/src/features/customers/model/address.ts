import type { Period } from '../../../entities/period/period';
import { periodOf } from '../../../entities/period/query';
import { oneOf } from '../../../shared/navigation/query';
import { CUSTOMER_SORTS, CUSTOMER_STATES, type CustomerSort, type CustomerState } from '../api/map';

/** Which customers are listed, and in which order. */
export interface CustomerFilter {
  readonly period: Period;
  readonly search: string;
  readonly state: CustomerState;
  readonly sort: CustomerSort;
}

/** `?search=…&status=unprocessed&period=week&sort=silent`. */
export const customersIn = (params: URLSearchParams): CustomerFilter => ({
  period: periodOf(params),
  search: params.get('search')?.trim() ?? '',
  state: oneOf(CUSTOMER_STATES, params.get('status'), 'all'),
  sort: oneOf(CUSTOMER_SORTS, params.get('sort'), 'recent'),
});
