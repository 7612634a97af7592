import { toPayment } from '../../../entities/payment/map';
import type { Payment } from '../../../entities/payment/types';
import { sellerApi } from '../../../entities/seller/endpoints';
import type { Attempt } from '../../../entities/write/attempt';
import { baseApi } from '../../../shared/api/baseApi';
import { call, post } from '../../../shared/api/calls';
import { idempotent } from '../../../shared/api/idempotencyKey';
import {
  type WirePaymentReply,
  type WirePurchaseBody,
  type WireToggleBody,
  type WireToggleReply,
  wireConnectedReply,
  wireMessageReply,
  wirePaymentReply,
  wireToggleReply,
} from '../../../shared/api/wire/billing.gen';

const menuApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Whether any customer is connected to the seller. */
    connected: build.query({
      ...call('user/checkAddedSellers', wireConnectedReply, ({ result }) => result),
      providesTags: ['Seller', 'Subscription'],
    }),
    purchase: build.mutation<Payment, Attempt<WirePurchaseBody>>({
      query: ({ key, body }) => post<WirePurchaseBody>('market/subscription-purchase-app2', key, body),
      rawResponseSchema: wirePaymentReply,
      transformResponse: ({ payment }: WirePaymentReply) => toPayment(payment),
      // The answer may be an earlier payment of the same plan that is paid by now.
      invalidatesTags: (payment) => (payment?.state === 'paid' ? ['Subscription', 'Seller'] : []),
    }),
    toggleStore: build.mutation<WireToggleReply, Attempt<WireToggleBody>>({
      query: ({ key, body }) => post<WireToggleBody>('user/activationToggle', key, body),
      rawResponseSchema: wireToggleReply,
      invalidatesTags: (reply) => (reply ? ['Seller', 'Subscription'] : []),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const reply = await queryFulfilled.catch(() => null);
        if (!reply) return;
        const { isActive } = reply.data;
        dispatch(sellerApi.util.updateQueryData('sellerStatus', undefined, (status) => ({ ...status, isActive })));
      },
    }),
    /** Disconnects every customer. Orders and invoices stay. */
    resetAccount: build.mutation<{ readonly message: string }, Attempt<null>>({
      query: ({ key }) => ({ url: 'user/remove-seller-from-all', method: 'DELETE', headers: idempotent(key) }),
      rawResponseSchema: wireMessageReply,
      invalidatesTags: (reply) => (reply ? ['Seller', 'Subscription', 'Dashboard', 'Order'] : []),
    }),
  }),
});

export const { useConnectedQuery, usePurchaseMutation, useToggleStoreMutation, useResetAccountMutation } = menuApi;
