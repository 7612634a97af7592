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
      /** The first answer that says how it ended makes what was paid for stale. */
      onQueryStarted: async (_id, query) => {
        const before = query.getCacheEntry().data?.state ?? 'pending';
        const answer = await query.queryFulfilled.catch(() => null);
        if (!answer || answer.data.state === 'pending' || before !== 'pending') return;
        const isInvoice = answer.data.purpose === 'invoice';
        query.dispatch(baseApi.util.invalidateTags(isInvoice ? ['Invoice'] : ['Subscription', 'Seller']));
      },
    }),
  }),
});

export const { usePaymentQuery } = paymentApi;
