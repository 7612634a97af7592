import { type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import { SETTLED_IN_LISTS } from '../../../entities/order/tags';
import { baseApi } from '../../../shared/api/baseApi';
import { idempotent } from '../../../shared/api/idempotencyKey';
import { afterUpdate, toFullOrder } from './map';
import type { FullOrder } from './types';
import {
  type WireFullOrder,
  type WireSettled,
  type WireUpdateBody,
  type WireUpdated,
  wireDeleted,
  wireFullOrder,
  wireSettled,
  wireUpdated,
} from './wire';

interface Write {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
}

interface Update extends Write {
  readonly body: WireUpdateBody;
}

interface Settle extends Write {
  readonly version: number;
}

/** Where an order stands after a write. */
interface Standing {
  readonly version: number;
  readonly status: OrderStatus;
}

const extraOptions = { errors: 'linesThenMessage' } as const;

const post = (call: string, { orderId, key }: Write, body: object) => ({
  url: `market/${call}/${encodeURIComponent(orderId)}`,
  method: 'POST',
  headers: idempotent(key),
  body,
});

const toStanding = ({ version, status }: WireUpdated): Standing => ({ version, status: orderStatusOf(status) });

const touched = (standing: Standing | undefined, _error: unknown, { orderId }: Write) =>
  standing ? [{ type: 'Order' as const, id: orderId }, ...SETTLED_IN_LISTS] : [];

/** The calls that the order's seller and an operator may make. */
export const orderDialogApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    fullOrder: build.query<FullOrder, string>({
      query: (orderId) => `market/fetch-order-joz-faktor-app2/${encodeURIComponent(orderId)}`,
      extraOptions,
      rawResponseSchema: wireFullOrder,
      transformResponse: (wire: WireFullOrder, _meta, orderId) => toFullOrder(orderId, wire),
      // An answer that was under way while a change was accepted is older than what we know.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    /** Lines, prices, shipping, paper bill and the seller's note in one write; opens a registered order again. */
    updateFullOrder: build.mutation<Standing, Update>({
      query: ({ body, ...write }) => post('order-update-cp', write, body),
      extraOptions,
      rawResponseSchema: wireUpdated,
      transformResponse: (wire: WireUpdated) => toStanding(wire),
      invalidatesTags: touched,
      async onQueryStarted({ orderId, body }, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        const accept = (known: FullOrder): FullOrder => afterUpdate(known, body, done.data);
        dispatch(orderDialogApi.util.updateQueryData('fullOrder', orderId, accept));
      },
    }),
    saveFullOrder: build.mutation<Standing, Settle>({
      query: ({ version, ...write }) => post('order-save-cp', write, { version }),
      extraOptions,
      rawResponseSchema: wireSettled,
      transformResponse: (wire: WireSettled) => toStanding(wire),
      invalidatesTags: touched,
    }),
    cancelFullOrder: build.mutation<Standing, Settle>({
      query: ({ version, ...write }) => post('order-cancel-cp', write, { version }),
      extraOptions,
      rawResponseSchema: wireSettled,
      transformResponse: (wire: WireSettled) => toStanding(wire),
      invalidatesTags: touched,
    }),
    deleteOrder: build.mutation<object, Write>({
      query: ({ orderId, key }) => ({
        url: `market/order-delete/${encodeURIComponent(orderId)}`,
        method: 'DELETE',
        headers: idempotent(key),
      }),
      extraOptions,
      rawResponseSchema: wireDeleted,
      // Not the order itself: what is gone is not read again.
      invalidatesTags: (result) => (result ? SETTLED_IN_LISTS : []),
    }),
  }),
});

export const {
  useFullOrderQuery,
  useUpdateFullOrderMutation,
  useSaveFullOrderMutation,
  useCancelFullOrderMutation,
  useDeleteOrderMutation,
} = orderDialogApi;
