import { SETTLED_IN_LISTS } from '../../../entities/order/tags';
import { baseApi } from '../../../shared/api/baseApi';
import { idempotent } from '../../../shared/api/idempotencyKey';
import type { Invoice } from '../model/types';
import { toInvoice } from './map';
import { type WireInvoice, type WireSaveBody, type WireSaved, wireInvoice, wireSaved } from './wire';

interface Save {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
  readonly body: WireSaveBody;
}

const extraOptions = { errors: 'linesThenMessage' } as const;

const invoiceApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    orderInvoice: build.query<Invoice, string>({
      query: (orderId) => `market/fetch-order-joz-faktor-app2/${encodeURIComponent(orderId)}`,
      extraOptions,
      rawResponseSchema: wireInvoice,
      transformResponse: (wire: WireInvoice) => toInvoice(wire),
      // An answer that was under way while a change was accepted is older than what we know.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    /** Answers with the order's new version. */
    saveOrderInvoice: build.mutation<number, Save>({
      query: ({ orderId, key, body }) => ({
        url: `market/order-update-cp/${encodeURIComponent(orderId)}`,
        method: 'POST',
        headers: idempotent(key),
        body,
      }),
      extraOptions,
      rawResponseSchema: wireSaved,
      transformResponse: ({ version }: WireSaved) => version,
      invalidatesTags: (result, _error, { orderId }) =>
        result === undefined ? [] : [{ type: 'Order', id: orderId }, ...SETTLED_IN_LISTS],
    }),
  }),
});

export const { useOrderInvoiceQuery, useSaveOrderInvoiceMutation } = invoiceApi;
