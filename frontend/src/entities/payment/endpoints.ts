import { baseApi } from '../../shared/api/baseApi';
import { marketCall } from '../../shared/api/calls';
import { type WirePayment, wirePayment } from '../../shared/api/wire/billing.gen';
import { toPayment } from './map';
import type { Payment } from './types';

export const paymentApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    payment: build.query<Payment, string>({
      query: (id) => marketCall('payment-app2', id),
      rawResponseSchema: wirePayment,
      transformResponse: (wire: WirePayment) => toPayment(wire),
      providesTags: (_result, _error, id) => [{ type: 'Payment', id }],
      /** The first answer that says «paid» makes what it has bought stale. */
      onQueryStarted: async (_id, call) => {
        const before = call.getCacheEntry().data;
        const answer = await call.queryFulfilled.catch(() => null);
        if (answer?.data.state !== 'paid' || before?.state === 'paid') return;
        const bought =
          answer.data.purpose === 'invoice' ? (['Invoice'] as const) : (['Subscription', 'Seller'] as const);
        call.dispatch(baseApi.util.invalidateTags([...bought]));
      },
    }),
  }),
});

export const { usePaymentQuery } = paymentApi;
