import { toUpdated, type Updated } from '../../../entities/order/sheet';
import { type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import { SETTLED, SETTLED_IN_LISTS, sheetTag, writtenAbove } from '../../../entities/order/tags';
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
import { toOrder } from './map';
import { type WireUpdateBody, wireOrder } from './wire';

interface Write {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
}

/** What changes the standing of a whole order. */
export type Settling = 'save' | 'cancel' | 'reopen' | 'discard';

interface Settle extends Write {
  readonly what: Settling;
  /** `app2`: the seller's, on the order's page. `cp`: an operator's too, in the dialog; there is none to reopen or discard. */
  readonly by: 'app2' | 'cp';
  readonly body: WireVersionBody;
}

/** Where an order stands after it was settled. */
export interface Standing {
  readonly status: OrderStatus;
  readonly version: number;
}

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
      transformResponse: toUpdated,
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
    settleOrder: build.mutation<Standing, Settle>({
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
    deleteOrder: build.mutation<object, Write>({
      query: ({ orderId, key }) => ({
        url: marketCall('order-delete', orderId),
        method: 'DELETE',
        headers: idempotent(key),
      }),
      extraOptions,
      rawResponseSchema: wireMessageReply,
      // Not the order itself: what is gone is not read again.
      invalidatesTags: (result) => (result ? SETTLED_IN_LISTS : []),
    }),
  }),
});

export const { useOrderQuery } = orderApi;
