import { SETTLED_IN_LISTS } from '../../../entities/order/tags';
import { baseApi } from '../../../shared/api/baseApi';
import { marketCall, post, type Sent } from '../../../shared/api/calls';
import {
  type WireReviseOrderBody,
  type WireReviseOrderReply,
  wireReviseOrderReply,
} from '../../../shared/api/wire/orders.gen';

interface Save {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
  readonly body: Sent<WireReviseOrderBody>;
}

const extraOptions = { errors: 'linesThenMessage' } as const;

export const invoiceApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Answers with the order's new version. */
    saveOrderInvoice: build.mutation<number, Save>({
      query: ({ orderId, key, body }) => post<Save['body']>(marketCall('order-update-cp', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireReviseOrderReply,
      transformResponse: ({ version }: WireReviseOrderReply) => version,
      invalidatesTags: (result, _error, { orderId }) =>
        result === undefined ? [] : [{ type: 'Order', id: orderId }, ...SETTLED_IN_LISTS],
    }),
  }),
});
