import { orderStatusOf } from '../../../entities/order/status';
import { baseApi } from '../../../shared/api/baseApi';
import { call } from '../../../shared/api/calls';
import { localDigits } from '../../../shared/lib/digits';
import { type WireFound, wireFound } from './wire';

/** The orders that carry a code, of any seller, newest first. */
const toFound = ({ orders, truncated }: WireFound) => ({
  orders: orders.map((wire) => ({
    id: wire.id,
    status: orderStatusOf(wire.status),
    sellerTitle: wire.sellerTitle,
    customerName: wire.customerName,
    shopName: wire.customerOnvanFrooshgah,
    createdAt: localDigits(wire.createdAtS),
    /** Tomans, with tax and shipping. */
    total: wire.mablagheKol,
  })),
  /** The server has more of them than it sent. */
  truncated,
});

export type FoundOrder = ReturnType<typeof toFound>['orders'][number];

const findOrderApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    findOrders: build.query({
      ...call((code: string) => ({ url: 'market/order-find-cp', params: { code } }), wireFound, toFound),
      providesTags: [{ type: 'Order', id: 'LIST' }],
    }),
  }),
});

export const { useFindOrdersQuery } = findOrderApi;
