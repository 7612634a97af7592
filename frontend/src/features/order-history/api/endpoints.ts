import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall } from '../../../shared/api/calls';
import { wireHistoryReply } from '../../../shared/api/wire/orders.gen';
import { toHistory } from './map';

const orderHistoryApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** For the order's seller, and for an operator. */
    orderHistory: build.query({
      ...call((orderId: string) => marketCall('order-history-app2', orderId), wireHistoryReply, toHistory),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
  }),
});

export const { useOrderHistoryQuery } = orderHistoryApi;
