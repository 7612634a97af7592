import { listParams } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { type Page, pagedEndpoint } from '../../../shared/api/pages';
import { wireCustomerListReply } from '../../../shared/api/wire/customers.gen';
import type { CustomerFilter } from '../model/address';
import { type Customer, toCustomerPage } from './map';

const PAGE_SIZE = 10;

/** Seconds that the loaded pages stay cached while the seller looks at an order; they are refreshed on the way back. */
const CACHE_SECONDS = 30 * 60;

const statusParams = { all: {}, unprocessed: { status: 0 }, processed: { status: 1 } } as const;

const customersApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    customers: build.infiniteQuery<Page<Customer>, CustomerFilter, number>({
      ...pagedEndpoint({
        pageSize: PAGE_SIZE,
        request: ({ period, search, state, sort }: CustomerFilter, page) => ({
          url: 'user/customer-list-app2',
          params: {
            page,
            limit: PAGE_SIZE,
            ...listParams(period),
            ...statusParams[state],
            ...(search !== '' && { search }),
            ...(sort !== 'recent' && { sort }),
          },
        }),
        schema: wireCustomerListReply,
        toPage: toCustomerPage,
      }),
      // Not tagged: nothing is written while this list is open, and a tag would drop the pages that Back returns to.
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});

export const { useCustomersInfiniteQuery } = customersApi;
