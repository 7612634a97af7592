import { withStocks } from '../../../entities/order/order.math';
import { type OrderWrite, toUpdated, type Updated } from '../../../entities/order/sheet';
import { orderStatusOf } from '../../../entities/order/status';
import { SETTLED, SETTLED_IN_LISTS, sheetTag, writtenAbove } from '../../../entities/order/tags';
import type { Order } from '../../../entities/order/types';
import { type WireSettled, wireSettled } from '../../../entities/order/wire';
import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall, post } from '../../../shared/api/calls';
import { idempotent } from '../../../shared/api/idempotencyKey';
import {
  type WireNoteBody,
  type WireNoteReply,
  type WireVersionBody,
  wireMessageReply,
  wireNoteReply,
  wireUpdateOrderReply,
} from '../../../shared/api/wire/orders.gen';
import { toOrder, toStocks } from './map';
import { type WireUpdateBody, wireOrder } from './wire';

/** What changes the status of a whole order. */
export type Settling = 'save' | 'cancel' | 'reopen' | 'discard';

interface Settle extends OrderWrite<WireVersionBody> {
  readonly what: Settling;
  /** `app2`: of sellers, on the order's page. `cp`: of operators as well, in the dialog; it has no reopen or discard. */
  readonly by: 'app2' | 'cp';
}

const extraOptions = { errors: 'linesThenMessage' } as const;

export const orderApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    order: build.query({
      ...call((orderId: string) => marketCall('fetch-order-joz-app2', orderId), wireOrder, toOrder),
      extraOptions,
      // A read that overlapped with a change may answer with an older version than the cached one.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    /** What there is for the order now. It does not fail the page as another read of the order would. */
    orderStock: build.query({
      ...call((orderId: string) => marketCall('fetch-order-joz-app2', orderId), wireOrder, toStocks),
      extraOptions,
      keepUnusedDataFor: 0,
      onQueryStarted: async (orderId, { dispatch, queryFulfilled }) => {
        const stocks = await queryFulfilled.then(
          ({ data }) => data,
          // Then only the server says what is short.
          () => null,
        );
        if (stocks === null) return;
        dispatch(orderApi.util.updateQueryData('order', orderId, (order) => withStocks(order, stocks)));
      },
    }),
    updateLines: build.mutation<Updated, OrderWrite<WireUpdateBody>>({
      query: ({ orderId, key, body }) => post<WireUpdateBody>(marketCall('order-update-app2', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireUpdateOrderReply,
      transformResponse: toUpdated,
      // The order's page has the result already, and every list of orders reads again when the seller returns to it.
      invalidatesTags: (result, _error, { orderId }) => (result ? [sheetTag(orderId)] : []),
    }),
    updateNote: build.mutation<number, OrderWrite<WireNoteBody>>({
      query: ({ orderId, key, body }) => post<WireNoteBody>(marketCall('order-update-app2-toz', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireNoteReply,
      transformResponse: ({ version }: WireNoteReply) => version,
      invalidatesTags: (result, _error, { orderId }) => (result === undefined ? [] : [sheetTag(orderId)]),
    }),
    settleOrder: build.mutation<Pick<Order, 'status' | 'version'>, Settle>({
      query: ({ orderId, key, what, by, body }) =>
        post<WireVersionBody>(marketCall(`order-${what}-${by}`, orderId), key, body),
      extraOptions,
      rawResponseSchema: wireSettled,
      transformResponse: ({ status, version }: WireSettled) => ({ status: orderStatusOf(status), version }),
      invalidatesTags: (result, _error, { orderId, by }) => {
        if (!result) return [];
        return by === 'cp' ? writtenAbove(orderId) : [...SETTLED, sheetTag(orderId)];
      },
    }),
    deleteOrder: build.mutation<object, Pick<Settle, 'orderId' | 'key'>>({
      query: ({ orderId, key }) => ({
        url: marketCall('order-delete', orderId),
        method: 'DELETE',
        headers: idempotent(key),
      }),
      extraOptions,
      rawResponseSchema: wireMessageReply,
      // Without the order itself: a deleted order is not read again.
      invalidatesTags: (result) => (result ? SETTLED_IN_LISTS : []),
    }),
  }),
});

export const { useOrderQuery, useOrderStockQuery } = orderApi;
