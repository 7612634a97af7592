import { type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import { baseApi } from '../../../shared/api/baseApi';
import { call } from '../../../shared/api/calls';
import { localDigits } from '../../../shared/lib/digits';
import { type WireFound, wireFound } from './wire';

/** An order of any seller, as an operator finds it. */
export interface FoundOrder {
  readonly id: string;
  readonly code: string;
  readonly status: OrderStatus;
  readonly sellerTitle: string;
  readonly customerName: string;
  readonly shopName: string;
  /** Ready to show. */
  readonly createdAt: string;
  /** Tomans, with tax and shipping. */
  readonly total: number;
}

/** The orders with a code, newest first. */
export interface FoundOrders {
  readonly orders: readonly FoundOrder[];
  /** There are more than the server tells. */
  readonly truncated: boolean;
}

const toFound = ({ orders, truncated }: WireFound): FoundOrders => ({
  orders: orders.map((wire) => ({
    id: wire.id,
    code: wire.Code,
    status: orderStatusOf(wire.status),
    sellerTitle: wire.sellerTitle,
    customerName: wire.customerName,
    shopName: wire.customerOnvanFrooshgah,
    createdAt: localDigits(wire.createdAtS),
    total: wire.mablagheKol,
  })),
  truncated,
});

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
