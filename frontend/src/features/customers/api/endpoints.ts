import { listParams, type Period } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { type CustomerPage, type CustomerState, toCustomerPage } from './map';
import { type WireCustomerPage, wireCustomerPage } from './wire';

export const PAGE_SIZE = 10;

export interface CustomerFilter {
  readonly period: Period;
  readonly search: string;
  readonly state: CustomerState;
}

const statusParams = { all: {}, unprocessed: { status: 0 }, processed: { status: 1 } } as const;

const customersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    customers: build.infiniteQuery<CustomerPage, CustomerFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        refetchCachedPages: false,
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
      rawResponseSchema: wireCustomerPage,
      transformResponse: (wire: WireCustomerPage) => toCustomerPage(wire),
      providesTags: ['Customer'],
    }),
  }),
});

export const { useCustomersInfiniteQuery } = customersApi;
