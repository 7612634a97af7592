import { linesOf, lineTotal, mergeProducts } from '../../../entities/order/order.math';
import { ORDER_STATUSES } from '../../../entities/order/status';
import type { Invoice } from '../model/types';
import type { WireInvoice, WireSaveBody } from './wire';

export function toInvoice({ order, createdAtS, orderDateTimeServeS, joz }: WireInvoice): Invoice {
  const products = joz.products.map((product) => ({
    id: product._id,
    name: product.name,
    image: product.image,
    lines: product.options.map((option) => ({
      typeId: option.typeId,
      typeName: option.type,
      unitName: option.package,
      quantity: option.quantity,
      buyPrice: option.initialPrice,
      // The paper is about what the shop pays; its shelf price is not on it.
      sellPrice: option.initialPrice,
    })),
  }));
  return {
    code: order.Code,
    status: ORDER_STATUSES[order.status] ?? 'unknown',
    reopened: order.reopened,
    revision: order.revision,
    version: order.version,
    createdAt: createdAtS,
    deliveryAt: orderDateTimeServeS,
    seller: order.sellerTitle,
    customer: {
      name: order.customerName,
      cellPhone: order.customerCellPhone,
      phone: order.customerTelephone,
      shop: order.customerOnvanFrooshgah,
      trade: order.customerOnvanSenf,
      region: order.customerTeritory,
      address: order.customerAddress,
    },
    qr: order.customerQR,
    products: mergeProducts(products),
    taxRate: order.taxRate,
    totals: {
      purchase: joz.totalPurchase,
      tax: order.tax,
      shipping: order.hazinehErsal,
      grand: order.mablagheKol,
    },
    paperTotal: order.PaperBill,
    customerNote: order.customerToz,
    sellerNote: order.sellerToz,
  };
}

/** `changed` is `known` with the user's changes; what is the same in both and may be left out is left out. */
export function toSaveBody(known: Invoice, changed: Invoice): WireSaveBody {
  const { totals, paperTotal, sellerNote } = changed;
  return {
    products: changed.products.map(({ id, name, lines }) => ({
      _id: id,
      name,
      options: lines.map((line) => ({
        typeId: line.typeId,
        type: line.typeName,
        package: line.unitName,
        quantity: line.quantity,
        initialPrice: line.buyPrice,
        price: lineTotal(line),
      })),
    })),
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
