import { baseApi } from '../../shared/api/baseApi';
import { marketCall, post } from '../../shared/api/calls';
import {
  type WireOrderTotals,
  type WireSheetReply,
  wireReviseOrderReply,
  wireSheetReply,
} from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import type { Attempt } from '../write/attempt';
import { toDiscounts } from './discounts';
import { toProducts } from './map';
import { ORDER_STATUSES, type OrderStatus } from './status';
import { sheetTag, writtenAbove } from './tags';
import type { Order, OrderSheet } from './types';
import type { WireReviseBody } from './wire';

/** An order whose status this client knows, so that it can be edited. */
export type FullOrder = OrderSheet & { readonly status: OrderStatus };

export const isKnown = (sheet: OrderSheet): sheet is FullOrder => sheet.status !== 'unknown';

export function toOrderSheet(id: string, { order, joz, createdAtS, orderDateTimeServeS }: WireSheetReply): OrderSheet {
  const products = toProducts(joz.products);
  const shipping = products.length === 0 ? 0 : order.hazinehErsal;
  return {
    id,
    code: order.Code,
    status: ORDER_STATUSES[order.status] ?? 'unknown',
    reopened: order.reopened,
    revision: order.revision,
    version: order.version,
    customer: {
      id: order.customerId,
      name: localDigits(order.customerName),
      mobile: order.customerCellPhone,
      landline: order.customerTelephone,
      tradeType: localDigits(order.customerOnvanSenf),
      shopName: localDigits(order.customerOnvanFrooshgah),
      activityArea: localDigits(order.customerTeritory),
      address: localDigits(order.customerAddress),
    },
    sellerTitle: localDigits(order.sellerTitle),
    customerNote: order.customerToz,
    sellerNote: order.sellerToz,
    createdAt: localDigits(createdAtS),
    deliveryDate: localDigits(orderDateTimeServeS),
    products,
    shipping,
    taxRate: order.taxRate,
    discounts: toDiscounts(joz.discounts),
    totals: { purchase: joz.totalPurchase, tax: order.tax, shipping, grand: order.mablagheKol },
    paperBill: order.PaperBill ?? null,
    qr: order.customerQR,
  };
}

/** What the server answers to changed lines. */
export type Updated = Pick<Order, 'version' | 'shipping' | 'discounts'>;

export const toUpdated = ({ version, totals }: { version: number; totals: WireOrderTotals }): Updated => ({
  version,
  shipping: totals.shippingCost,
  discounts: toDiscounts(totals.discounts),
});

/** One intended write of an order. */
export type OrderWrite<Body> = Attempt<Body> & { readonly orderId: string };

const extraOptions = { errors: 'linesThenMessage' } as const;

export const sheetApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** The whole order, for its dialog and its paper, which share this cache entry. */
    orderSheet: build.query<OrderSheet, string>({
      query: (orderId) => marketCall('fetch-order-joz-faktor-app2', orderId),
      extraOptions,
      rawResponseSchema: wireSheetReply,
      transformResponse: (wire: WireSheetReply, _meta, orderId) => toOrderSheet(orderId, wire),
      // A read that overlapped with a change may answer with an older version than the cached one.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }, sheetTag(orderId)],
    }),
    /** Lines, prices, shipping, paper bill and the seller's note in one write, by the seller or by an operator. */
    reviseOrder: build.mutation<Updated, OrderWrite<WireReviseBody>>({
      query: ({ orderId, key, body }) => post<WireReviseBody>(marketCall('order-update-cp', orderId), key, body),
      extraOptions,
      rawResponseSchema: wireReviseOrderReply,
      transformResponse: toUpdated,
      invalidatesTags: (result, _error, { orderId }) => (result ? writtenAbove(orderId) : []),
    }),
  }),
});

export const { useOrderSheetQuery } = sheetApi;
