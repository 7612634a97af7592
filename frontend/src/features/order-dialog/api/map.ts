import { toPersian } from '../../../shared/lib/digits';
import { linesOf, mergeProducts, totalsOf } from '../order.math';
import { orderStatusOf } from '../status';
import type { OrderTotals } from '../types';
import type { OrderPaper } from './types';
import type { WirePaper } from './wire';

export function toPaper(id: string, { order, joz, createdAtS, orderDateTimeServeS }: WirePaper): OrderPaper {
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
    createdAt: toPersian(createdAtS),
    deliveryDate: toPersian(orderDateTimeServeS),
    products: mergeProducts(products),
    shipping: products.length === 0 ? 0 : order.hazinehErsal,
    taxRate: order.taxRate,
    paperBill: order.PaperBill,
    qr: order.customerQR,
  };
}

export const paperTotals = ({
  products,
  taxRate,
  shipping,
}: Pick<OrderPaper, 'products' | 'taxRate' | 'shipping'>): OrderTotals =>
  totalsOf(linesOf(products), taxRate, shipping);
