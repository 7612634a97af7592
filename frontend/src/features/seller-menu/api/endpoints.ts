import { toPayment } from '../../../entities/payment/map';
import type { Payment } from '../../../entities/payment/types';
import { sellerApi } from '../../../entities/seller/endpoints';
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

interface Keyed<Body> {
  readonly key: string;
  readonly body: Body;
}

const menuApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Whether any customer is connected to the seller. */
    connected: build.query({
      ...call('user/checkAddedSellers', wireConnectedReply, ({ result }) => result),
      providesTags: ['Seller', 'Subscription'],
    }),
    purchase: build.mutation<Payment, Keyed<WirePurchaseBody>>({
      query: ({ key, body }) => post<WirePurchaseBody>('market/subscription-purchase-app2', key, body),
      rawResponseSchema: wirePaymentReply,
      transformResponse: ({ payment }: WirePaymentReply) => toPayment(payment),
      // An earlier payment of the same plan may turn out to be paid.
      invalidatesTags: (payment) => (payment?.state === 'paid' ? ['Subscription', 'Seller'] : []),
    }),
    toggleStore: build.mutation<WireToggleReply, Keyed<WireToggleBody>>({
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
    resetAccount: build.mutation<{ readonly message: string }, Keyed<null>>({
      query: ({ key }) => ({ url: 'user/remove-seller-from-all', method: 'DELETE', headers: idempotent(key) }),
      rawResponseSchema: wireMessageReply,
      invalidatesTags: (reply) => (reply ? ['Seller', 'Subscription', 'Dashboard', 'Order'] : []),
    }),
  }),
});

export const { useConnectedQuery, usePurchaseMutation, useToggleStoreMutation, useResetAccountMutation } = menuApi;
