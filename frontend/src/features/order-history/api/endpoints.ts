import { baseApi } from '../../../shared/api/baseApi';
import { marketCall } from '../../../shared/api/calls';
import { type WireHistoryReply, wireHistoryReply } from '../../../shared/api/wire/orders.gen';
import { toHistory } from './map';
import type { OrderHistory } from './types';

const orderHistoryApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** For the order's seller, and for an operator. */
    orderHistory: build.query<OrderHistory, string>({
      query: (orderId) => marketCall('order-history-app2', orderId),
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireHistoryReply,
      transformResponse: (wire: WireHistoryReply) => toHistory(wire),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useOrderHistoryQuery } = orderHistoryApi;
