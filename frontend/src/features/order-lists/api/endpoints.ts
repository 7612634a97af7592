import { listParams, type Period } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall } from '../../../shared/api/calls';
import { toOrderRows } from './map';
import { wireOrderList } from './wire';

/** Seconds that the list stays cached while the seller looks at an order; it is refreshed on the way back. */
const CACHE_SECONDS = 30 * 60;

interface OrdersOf {
  readonly customerId: string;
  readonly period: Period;
}

export const customerOrdersApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    customerOrders: build.query({
      ...call(
        ({ customerId, period }: OrdersOf) => ({
          url: marketCall('fetch-order-list-app2', customerId),
          params: listParams(period),
        }),
        wireOrderList,
        toOrderRows,
      ),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});

export const { useCustomerOrdersQuery } = customerOrdersApi;
