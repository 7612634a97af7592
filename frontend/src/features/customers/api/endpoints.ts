import { listParams, type Period } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { type WireCustomerListReply, wireCustomerListReply } from '../../../shared/api/wire/customers.gen';
import { type CustomerPage, type CustomerState, toCustomerPage } from './map';

export const PAGE_SIZE = 10;

/** Seconds that the loaded pages wait for the seller to come back from an order; they are asked for again then. */
const KEPT_FOR = 30 * 60;

export interface CustomerFilter {
  readonly period: Period;
  readonly search: string;
  readonly state: CustomerState;
}

const statusParams = { all: {}, unprocessed: { status: 0 }, processed: { status: 1 } } as const;

const customersApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    customers: build.infiniteQuery<CustomerPage, CustomerFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _pages, page) =>
          page >= last.totalPages || last.items.length < PAGE_SIZE ? undefined : page + 1,
      },
      query: ({ queryArg: { period, search, state }, pageParam: page }) => ({
        url: 'user/customer-list-app2',
        params: {
          page,
          limit: PAGE_SIZE,
          ...listParams(period),
          ...statusParams[state],
          ...(search !== '' && { search }),
        },
      }),
      rawResponseSchema: wireCustomerListReply,
      transformResponse: (wire: WireCustomerListReply) => toCustomerPage(wire),
      // Not tagged: nothing is written while this list is open, and a tag would throw away what Back comes to.
      keepUnusedDataFor: KEPT_FOR,
    }),
  }),
});

export const { useCustomersInfiniteQuery } = customersApi;
