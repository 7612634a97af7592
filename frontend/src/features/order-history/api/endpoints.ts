import { baseApi } from '../../../shared/api/baseApi';
import { toHistory } from './map';
import type { OrderHistory } from './types';
import { type WireHistory, wireHistory } from './wire';

const orderHistoryApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** For the order's seller, and for an operator. */
    orderHistory: build.query<OrderHistory, string>({
      query: (orderId) => `market/order-history-app2/${encodeURIComponent(orderId)}`,
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireHistory,
      transformResponse: (wire: WireHistory) => toHistory(wire),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useOrderHistoryQuery } = orderHistoryApi;
