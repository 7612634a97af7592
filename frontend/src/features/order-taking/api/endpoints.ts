import { SETTLED_IN_LISTS } from '../../../entities/order/tags';
import { wireSettled } from '../../../entities/order/wire';
import type { Attempt } from '../../../entities/write/attempt';
import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall, post, type Sent } from '../../../shared/api/calls';
import {
  type WireTakenOrderBody,
  type WireVersionBody,
  wirePlaceOrderReply,
  wireQuoteReply,
} from '../../../shared/api/wire/orders.gen';
import { type Placed, toPlaced, toQuote } from './map';

/** An order that is being taken, as it is sent. */
export type TakenBody = Sent<WireTakenOrderBody>;

export const takingApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** What an order would cost, and what would keep it from being placed or saved. Nothing is written. */
    orderQuote: build.query({
      ...call((body: TakenBody) => ({ url: 'market/order-quote-app2', method: 'POST', body }), wireQuoteReply, toQuote),
      // An old quote is no answer to a later question.
      keepUnusedDataFor: 0,
    }),
    placeOrder: build.mutation<Placed, Attempt<TakenBody>>({
      query: ({ key, body }) => post<TakenBody>('market/order-place-app2', key, body),
      rawResponseSchema: wirePlaceOrderReply,
      transformResponse: toPlaced,
      invalidatesTags: (result) => (result ? [{ type: 'Order', id: 'LIST' }] : []),
    }),
    /** Registers the order that was just placed. */
    savePlaced: build.mutation<object, Attempt<WireVersionBody> & { readonly orderId: string }>({
      query: ({ orderId, key, body }) => post<WireVersionBody>(marketCall('order-save-app2', orderId), key, body),
      rawResponseSchema: wireSettled,
      invalidatesTags: (result, _error, { orderId }) =>
        result ? [{ type: 'Order', id: orderId }, ...SETTLED_IN_LISTS] : [],
    }),
  }),
});

export const { useOrderQuoteQuery } = takingApi;
