import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { wireGuideReply } from '../../shared/api/wire/orders.gen';
import { toGuide } from './goods';

const goodsApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** What a customer buys. */
    orderGuide: build.query({
      ...call((customerId: string) => marketCall('order-guide-app2', customerId), wireGuideReply, toGuide),
      providesTags: [{ type: 'Stock', id: 'LIST' }],
    }),
  }),
});

export const { useOrderGuideQuery } = goodsApi;
