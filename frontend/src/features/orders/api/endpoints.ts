import { toDiscounts } from '../../../entities/order/discounts';
import type { OrderStatus } from '../../../entities/order/status';
import { orderStatusOf } from '../../../entities/order/status';
import { SETTLED, sheetTag } from '../../../entities/order/tags';
import type { Order } from '../../../entities/order/types';
import { type WireSettled, wireSettled } from '../../../entities/order/wire';
import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall, post } from '../../../shared/api/calls';
import {
  type WireNoteBody,
  type WireNoteReply,
  type WireUpdateOrderReply,
  type WireVersionBody,
  wireNoteReply,
  wireUpdateOrderReply,
} from '../../../shared/api/wire/orders.gen';
import { toOrder } from './map';
import { type WireUpdateBody, wireOrder } from './wire';

interface Write {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
}

/** What changes the standing of a whole order. */
export type Settling = 'save' | 'cancel' | 'reopen' | 'discard';

const settlingCalls = {
  save: 'order-save-app2',
  cancel: 'order-cancel-app2',
  reopen: 'order-reopen-app2',
  discard: 'order-discard-app2',
} as const satisfies Record<Settling, string>;

interface Settled {
  readonly status: OrderStatus;
  readonly version: number;
}

/** What the server has made of new lines. */
export type Updated = Pick<Order, 'version' | 'shipping' | 'discounts'>;

const extraOptions = { errors: 'linesThenMessage' } as const;

export const orderApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    order: build.query({
      ...call((orderId: string) => marketCall('fetch-order-joz-app2', orderId), wireOrder, toOrder),
      extraOptions,
      // An answer that was under way while a change was accepted is older than what we know.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    updateLines: build.mutation<Updated, Write & { readonly body: WireUpdateBody }>({
      query: ({ orderId, key, body }) => post<WireUpdateBody>(marketCall('order-update-app2', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireUpdateOrderReply,
      transformResponse: ({ version, totals }: WireUpdateOrderReply) => ({
        version,
        shipping: totals.shippingCost,
        discounts: toDiscounts(totals.discounts),
      }),
      // Its page has it already, and every list of orders asks again when the seller comes back to its place.
      invalidatesTags: (result, _error, { orderId }) => (result ? [sheetTag(orderId)] : []),
    }),
    updateNote: build.mutation<number, Write & { readonly body: WireNoteBody }>({
      query: ({ orderId, key, body }) => post<WireNoteBody>(marketCall('order-update-app2-toz', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireNoteReply,
      transformResponse: ({ version }: WireNoteReply) => version,
      invalidatesTags: (result, _error, { orderId }) => (result === undefined ? [] : [sheetTag(orderId)]),
    }),
    settleOrder: build.mutation<Settled, Write & { readonly what: Settling; readonly body: WireVersionBody }>({
      query: ({ orderId, key, what, body }) =>
        post<WireVersionBody>(marketCall(settlingCalls[what], orderId), key, body),
      extraOptions,
      rawResponseSchema: wireSettled,
      transformResponse: ({ status, version }: WireSettled) => ({ status: orderStatusOf(status), version }),
      invalidatesTags: (result, _error, { orderId }) => (result ? [...SETTLED, sheetTag(orderId)] : []),
    }),
  }),
});

export const { useOrderQuery } = orderApi;
