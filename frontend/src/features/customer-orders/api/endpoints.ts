import { listParams, type Period } from '../../../entities/period/period';
import { baseApi } from '../../../shared/api/baseApi';
import { marketCall } from '../../../shared/api/calls';
import { type OrderRow, toOrderRows } from './map';
import { type WireOrderList, wireOrderList } from './wire';

/** Seconds that the list waits for the seller to come back from an order; it is asked for again then. */
const KEPT_FOR = 30 * 60;

interface OrdersOf {
  readonly customerId: string;
  readonly period: Period;
}

const customerOrdersApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    customerOrders: build.query<readonly OrderRow[], OrdersOf>({
      query: ({ customerId, period }) => ({
        url: marketCall('fetch-order-list-app2', customerId),
        params: listParams(period),
      }),
      rawResponseSchema: wireOrderList,
      transformResponse: (wire: WireOrderList) => toOrderRows(wire),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      keepUnusedDataFor: KEPT_FOR,
    }),
  }),
});

export const { useCustomerOrdersQuery } = customerOrdersApi;
