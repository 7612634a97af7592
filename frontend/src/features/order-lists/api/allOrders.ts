import { ORDER_STATUSES } from '../../../entities/order/status';
import { listParams } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { call } from '../../../shared/api/calls';
import { type Page, pagedEndpoint } from '../../../shared/api/pages';
import { wireCustomerAreasReply } from '../../../shared/api/wire/orders.gen';
import { compareFa } from '../../../shared/lib/lists';
import type { AllOrdersFilter } from '../model/allOrders';
import { type OrderRow, toOrderPage } from './map';
import { wireAllOrders } from './wire';

const PAGE_SIZE = 15;

/** Seconds that the loaded pages stay cached while the seller looks at an order; they are refreshed on the way back. */
const CACHE_SECONDS = 30 * 60;

interface OrderPage extends Page<OrderRow> {
  readonly isCounted: boolean;
  readonly productName: string;
}

const allOrdersApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    allOrders: build.infiniteQuery<OrderPage, AllOrdersFilter, number>({
      ...pagedEndpoint({
        pageSize: PAGE_SIZE,
        request: ({ period, status, area, productId }: AllOrdersFilter, page) => ({
          url: 'market/orders-app2',
          params: {
            page,
            limit: PAGE_SIZE,
            ...listParams(period),
            ...(status !== 'all' && { status: ORDER_STATUSES.indexOf(status) }),
            region: area || undefined,
            productId: productId || undefined,
          },
        }),
        schema: wireAllOrders,
        toPage: toOrderPage,
      }),
      // Not tagged: a tag would drop the pages that Back returns to from an order that was changed.
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    /** The areas in which the seller's customers are. */
    customerAreas: build.query({
      ...call('user/customer-areas-app2', wireCustomerAreasReply, ({ regions }) => [...regions].sort(compareFa)),
    }),
  }),
});

export const { useAllOrdersInfiniteQuery, useCustomerAreasQuery } = allOrdersApi;
