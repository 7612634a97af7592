import { linesOf, lineTotal } from '../../../entities/order/order.math';
import type { OrderSheet } from '../../../entities/order/types';
import type { Sent } from '../../../shared/api/calls';
import type { WireOptionBody, WireProductBody, WireReviseOrderBody } from '../../../shared/api/wire/orders.gen';
import type { Invoice } from '../model/types';

/** What the paper says of an order. */
export const toInvoice = ({ customer, ...sheet }: OrderSheet): Invoice => ({
  code: sheet.code,
  status: sheet.status,
  reopened: sheet.reopened,
  revision: sheet.revision,
  version: sheet.version,
  createdAt: sheet.createdAt,
  deliveryAt: sheet.deliveryDate,
  seller: sheet.sellerTitle,
  customer: {
    name: customer.name,
    cellPhone: customer.mobile,
    phone: customer.landline,
    shop: customer.shopName,
    trade: customer.tradeType,
    region: customer.activityArea,
    address: customer.address,
  },
  qr: sheet.qr,
  products: sheet.products,
  discounts: sheet.discounts,
  taxRate: sheet.taxRate,
  totals: sheet.totals,
  paperTotal: sheet.paperBill,
  customerNote: sheet.customerNote,
  sellerNote: sheet.sellerNote,
});

/** `changed` is `known` with the user's changes; what is the same in both and may be left out is left out. */
export function toSaveBody(known: Invoice, changed: Invoice): Sent<WireReviseOrderBody> {
  const { totals, paperTotal, sellerNote } = changed;
  return {
    products: changed.products.map(
      ({ id, name, lines }): Sent<WireProductBody> => ({
        _id: id,
        name,
        options: lines.map(
          (line): Sent<WireOptionBody> => ({
            typeId: line.typeId,
            type: line.typeName,
            package: line.unitName,
            quantity: line.quantity,
            initialPrice: line.buyPrice,
            price: lineTotal(line),
          }),
        ),
      }),
    ),
    totalPurchase: totals.purchase,
    countKol: linesOf(changed.products).reduce((units, { quantity }) => units + quantity, 0),
    tax: totals.tax,
    shippingCost: totals.shipping,
    totalOrder: totals.grand,
    ...(paperTotal !== known.paperTotal && { PaperBill: paperTotal ?? 0 }),
    ...(sellerNote !== known.sellerNote && { sellerToz: sellerNote }),
    version: known.version,
  };
}
