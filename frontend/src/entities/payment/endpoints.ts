import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { wirePaymentDetails } from '../../shared/api/wire/billing.gen';
import { toPaymentDetails } from './map';

export const paymentApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    payment: build.query({
      ...call((id: string) => marketCall('payment-app2', id), wirePaymentDetails, toPaymentDetails),
      providesTags: (_result, _error, id) => [{ type: 'Payment', id }],
      /** The first answer that says how it ended makes what it was for stale. */
      onQueryStarted: async (_id, call) => {
        const before = call.getCacheEntry().data?.state ?? 'pending';
        const answer = await call.queryFulfilled.catch(() => null);
        if (!answer || answer.data.state === 'pending' || before !== 'pending') return;
        const bought =
          answer.data.purpose === 'invoice' ? (['Invoice'] as const) : (['Subscription', 'Seller'] as const);
        call.dispatch(baseApi.util.invalidateTags([...bought]));
      },
    }),
  }),
});

export const { usePaymentQuery } = paymentApi;
