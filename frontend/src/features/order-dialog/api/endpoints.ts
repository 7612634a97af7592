import { baseApi } from '../../../shared/api/baseApi';
import { idempotent } from '../../../shared/api/idempotencyKey';
import { type OrderStatus, orderStatusOf } from '../status';
import { toPaper } from './map';
import type { OrderPaper } from './types';
import { type WirePaper, type WirePaperBody, type WirePaperUpdated, wirePaper, wirePaperUpdated } from './wire';

interface PaperWrite {
  readonly orderId: string;
  /** Of this intended write, the same over all its tries. */
  readonly key: string;
  readonly body: WirePaperBody;
}

interface PaperWritten {
  readonly version: number;
  readonly status: OrderStatus;
}

/** What shows an order's lines, total or status: itself, the lists, the figures. */
export const touchedBy = (orderId: string) =>
  [{ type: 'Order', id: orderId }, { type: 'Order', id: 'LIST' }, 'Customer', 'Dashboard', 'Report', 'Stock'] as const;

export const paperApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** For the order's seller, and for an operator. */
    orderPaper: build.query<OrderPaper, string>({
      query: (orderId) => `market/fetch-order-joz-faktor-app2/${encodeURIComponent(orderId)}`,
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wirePaper,
      transformResponse: (wire: WirePaper, _meta, orderId) => toPaper(orderId, wire),
      // An answer that was under way while a change was accepted is older than what we know.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }],
    }),
    /** Lines, prices, shipping, paper bill and the seller's note in one write; reopens a registered order. */
    updatePaper: build.mutation<PaperWritten, PaperWrite>({
      query: ({ orderId, key, body }) => ({
        url: `market/order-update-cp/${encodeURIComponent(orderId)}`,
        method: 'POST',
        headers: idempotent(key),
        body,
      }),
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wirePaperUpdated,
      transformResponse: ({ version, status }: WirePaperUpdated) => ({ version, status: orderStatusOf(status) }),
      invalidatesTags: (result, _error, { orderId }) => (result ? touchedBy(orderId) : []),
    }),
  }),
});

export const { useOrderPaperQuery } = paperApi;
