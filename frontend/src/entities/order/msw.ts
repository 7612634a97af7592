import type { WireDiscount, WireOrderTotals, WireSheetReply } from '../../shared/api/wire/orders.gen';
import { discountOf, lineTotal } from './order.math';
import { ORDER_STATUSES } from './status';
import type { Discount, OrderSheet, OrderTotals } from './types';

/** As they stand in an answer. */
export const wireDiscountsOf = (discounts: readonly Discount[]): { discount: number; discounts: WireDiscount[] } => ({
  discount: discountOf(discounts),
  discounts: discounts.map((discount) => ({ ...discount, scope: discount.typeId === null ? 'order' : 'line' })),
});

export const wireTotalsOf = (totals: OrderTotals, discounts: readonly Discount[] = []): WireOrderTotals => ({
  totalPurchase: totals.purchase,
  totalPurchase2: totals.sales,
  tax: totals.tax,
  shippingCost: totals.shipping,
  totalOrder: totals.grand,
  countKol: totals.units,
  profit: totals.profit,
  percent: totals.profitPercent,
  ...wireDiscountsOf(discounts),
});

const UNKNOWN_CODE = 7;

/** An order as the server writes it. */
export function wireSheetOf(order: OrderSheet, totals: OrderSheet['totals'] = order.totals): WireSheetReply {
  const code = ORDER_STATUSES.findIndex((status) => status === order.status);
  return {
    order: {
      Code: order.code,
      status: code < 0 ? UNKNOWN_CODE : code,
      reopened: order.reopened,
      revision: order.revision,
      version: order.version,
      customerId: order.customer.id,
      customerName: order.customer.name,
      customerCellPhone: order.customer.mobile,
      customerOnvanSenf: order.customer.tradeType,
      customerOnvanFrooshgah: order.customer.shopName,
      customerTelephone: order.customer.landline,
      customerTeritory: order.customer.activityArea,
      customerAddress: order.customer.address,
      sellerTitle: order.sellerTitle,
      customerQR: order.qr,
      customerToz: order.customerNote,
      sellerToz: order.sellerNote,
      hazinehErsal: totals.shipping,
      mablagheKol: totals.grand,
      tax: totals.tax,
      taxRate: order.taxRate,
      PaperBill: order.paperBill,
    },
    createdAtS: order.createdAt,
    orderDateTimeServeS: order.deliveryDate,
    joz: {
      ...wireDiscountsOf(order.discounts),
      products: order.products.map((product) => ({
        _id: product.id,
        name: product.name,
        image: product.image,
        options: product.lines.map((line) => ({
          typeId: line.typeId,
          type: line.typeName,
          package: line.unitName,
          quantity: line.quantity,
          initialPrice: line.buyPrice,
          initialPrice2: line.sellPrice,
          price: lineTotal(line),
        })),
      })),
      totalPurchase: totals.purchase,
    },
  };
}
