import { toDiscounts } from '../../../../entities/order/discounts';
import { sheetApi } from '../../../../entities/order/sheet';
import { type OrderStatus, orderStatusOf } from '../../../../entities/order/status';
import { SETTLED_IN_LISTS } from '../../../../entities/order/tags';
import { type WireSettled, wireSettled } from '../../../../entities/order/wire';
import { baseApi } from '../../../../shared/api/baseApi';
import { call, marketCall, post } from '../../../../shared/api/calls';
import { idempotent } from '../../../../shared/api/idempotencyKey';
import { type WireVersionBody, wireMessageReply } from '../../../../shared/api/wire/orders.gen';
import { afterUpdate, type Updated } from './map';
import { isKnown } from './types';
import { type WireUpdateBody, type WireUpdated, wireUpdated } from './wire';

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

const settle = (call: string, { orderId, key, version }: Settle) =>
  post<WireVersionBody>(marketCall(call, orderId), key, { version });

const toStanding = ({ version, status }: WireSettled): Standing => ({ version, status: orderStatusOf(status) });

const touched = (standing: Standing | undefined, _error: unknown, { orderId }: Write) =>
  standing ? [{ type: 'Order' as const, id: orderId }, ...SETTLED_IN_LISTS] : [];

/** The calls that the order's seller and an operator may make. */
export const orderDialogApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Lines, prices, shipping, paper bill and the seller's note in one write; opens a registered order again. */
    updateFullOrder: build.mutation<Updated, Update>({
      query: ({ orderId, key, body }) => post<WireUpdateBody>(marketCall('order-update-cp', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireUpdated,
      transformResponse: (wire: WireUpdated) => ({
        ...toStanding(wire),
        discounts: toDiscounts(wire.totals.discounts),
      }),
      invalidatesTags: touched,
      async onQueryStarted({ orderId, body }, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        dispatch(
          sheetApi.util.updateQueryData('orderSheet', orderId, (known) =>
            isKnown(known) ? afterUpdate(known, body, done.data) : known,
          ),
        );
      },
    }),
    saveFullOrder: build.mutation({
      ...call((write: Settle) => settle('order-save-cp', write), wireSettled, toStanding),
      extraOptions,
      invalidatesTags: touched,
    }),
    cancelFullOrder: build.mutation({
      ...call((write: Settle) => settle('order-cancel-cp', write), wireSettled, toStanding),
      extraOptions,
      invalidatesTags: touched,
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

export const { useSaveFullOrderMutation, useCancelFullOrderMutation, useDeleteOrderMutation } = orderDialogApi;
