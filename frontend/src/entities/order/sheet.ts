import { baseApi } from '../../shared/api/baseApi';
import { marketCall } from '../../shared/api/calls';
import { type WireSheetReply, wireSheetReply } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import { toDiscounts } from './discounts';
import { toProducts } from './map';
import { ORDER_STATUSES } from './status';
import { sheetTag } from './tags';
import type { OrderSheet } from './types';

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

export const sheetApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** An order whole, for its dialog and for its paper: what one of them has read, the other one shows. */
    orderSheet: build.query<OrderSheet, string>({
      query: (orderId) => marketCall('fetch-order-joz-faktor-app2', orderId),
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireSheetReply,
      transformResponse: (wire: WireSheetReply, _meta, orderId) => toOrderSheet(orderId, wire),
      // An answer that was under way while a change was accepted is older than what we know.
      merge: (known, fresh) => (fresh.version < known.version ? known : fresh),
      providesTags: (_result, _error, orderId) => [{ type: 'Order', id: orderId }, sheetTag(orderId)],
    }),
  }),
});

export const { useOrderSheetQuery } = sheetApi;
