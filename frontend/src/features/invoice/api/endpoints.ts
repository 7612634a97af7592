import { SETTLED_IN_LISTS } from '../../../entities/order/tags';
import { baseApi } from '../../../shared/api/baseApi';
import { idempotent } from '../../../shared/api/idempotencyKey';
import { type WireReviseOrderReply, wireReviseOrderReply } from '../../../shared/api/wire/orders.gen';
import type { WireSaveBody } from './wire';

interface Save {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
  readonly body: WireSaveBody;
}

const extraOptions = { errors: 'linesThenMessage' } as const;

export const invoiceApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Answers with the order's new version. */
    saveOrderInvoice: build.mutation<number, Save>({
      query: ({ orderId, key, body }) => ({
        url: `market/order-update-cp/${encodeURIComponent(orderId)}`,
        method: 'POST',
        headers: idempotent(key),
        body,
      }),
      extraOptions,
      rawResponseSchema: wireReviseOrderReply,
      transformResponse: ({ version }: WireReviseOrderReply) => version,
      invalidatesTags: (result, _error, { orderId }) =>
        result === undefined ? [] : [{ type: 'Order', id: orderId }, ...SETTLED_IN_LISTS],
    }),
  }),
});
