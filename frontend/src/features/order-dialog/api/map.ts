import { linesOf, mergeProducts } from '../../../entities/order/order.math';
import { type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import { localDigits } from '../../../shared/lib/digits';
import type { FullOrder } from './types';
import type { WireFullOrder, WireUpdateBody } from './wire';

export function toFullOrder(id: string, { order, joz, createdAtS, orderDateTimeServeS }: WireFullOrder): FullOrder {
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
      sellPrice: option.initialPrice2,
    })),
  }));
  return {
    id,
    code: order.Code,
    status: orderStatusOf(order.status),
    reopened: order.reopened,
    revision: order.revision,
    version: order.version,
    customer: {
      id: order.customerId,
      name: order.customerName,
      mobile: order.customerCellPhone,
      landline: order.customerTelephone,
      tradeType: order.customerOnvanSenf,
      shopName: order.customerOnvanFrooshgah,
      activityArea: order.customerTeritory,
      address: order.customerAddress,
    },
    sellerTitle: order.sellerTitle,
    customerNote: order.customerToz,
    sellerNote: order.sellerToz,
    createdAt: localDigits(createdAtS),
    deliveryDate: localDigits(orderDateTimeServeS),
    products: mergeProducts(products),
    shipping: products.length === 0 ? 0 : order.hazinehErsal,
    taxRate: order.taxRate,
    paperBill: order.PaperBill,
  };
}

/** The order after the server has taken an update, until it is read again. */
export function afterUpdate(
  known: FullOrder,
  sent: WireUpdateBody,
  { version, status }: { readonly version: number; readonly status: OrderStatus },
): FullOrder {
  if (known.version >= version) return known;
  const options = new Map(sent.products.flatMap((product) => product.options).map((one) => [one.typeId, one]));
  const products = known.products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => {
      const option = options.get(line.typeId);
      return option ? [{ ...line, quantity: option.quantity, buyPrice: option.initialPrice ?? line.buyPrice }] : [];
    });
    return lines.length === 0 ? [] : [{ ...product, lines }];
  });
  return {
    ...known,
    products,
    shipping: linesOf(products).length === 0 ? 0 : (sent.shippingCost ?? known.shipping),
    paperBill: sent.PaperBill ?? known.paperBill,
    sellerNote: sent.sellerToz ?? known.sellerNote,
    reopened: known.reopened || (known.status === 'registered' && status === 'open'),
    status,
    version,
  };
}
