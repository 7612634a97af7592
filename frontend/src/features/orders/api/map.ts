import { toDiscounts } from '../../../entities/order/discounts';
import { toProducts } from '../../../entities/order/map';
import { linesOf, lineTotal, orderTotals } from '../../../entities/order/order.math';
import { orderStatusOf } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import type { Sent } from '../../../shared/api/calls';
import type { WireOptionBody, WireProductBody } from '../../../shared/api/wire/orders.gen';
import { localDigits } from '../../../shared/lib/digits';
import { localMoment } from '../../../shared/lib/punctuation';
import type { WireOrder, WireUpdateBody } from './wire';

export function toOrder({ joz, toz, toz2, status, version, ...wire }: WireOrder): Order {
  const products = toProducts(joz.products);
  return {
    code: wire.Code,
    products,
    shipping: products.length === 0 ? 0 : joz.shippingCost,
    taxRate: joz.taxRate,
    discounts: toDiscounts(joz.discounts),
    customerNote: toz,
    sellerNote: toz2,
    status: orderStatusOf(status),
    reopened: wire.reopened,
    revision: wire.revision,
    version,
    head: {
      customer: {
        name: localDigits(wire.customerName),
        shopName: localDigits(wire.customerOnvanFrooshgah),
        mobile: wire.customerCellPhone,
        landline: wire.customerTelephone,
      },
      createdAt: localMoment(wire.createdAtS),
      deliveryDate: localDigits(wire.orderDateTimeServeS),
    },
  };
}

/** What the order could have of each type. */
export const toStocks = ({ joz }: WireOrder): Readonly<Record<string, number | null>> =>
  Object.fromEntries(linesOf(toProducts(joz.products)).map(({ typeId, stock }) => [typeId, stock]));

/** All lines of the order as the server shall save them. `added`: types that are not in the server's copy. */
export function toUpdateBody(order: Order, added: ReadonlySet<string> = new Set()): WireUpdateBody {
  const totals = orderTotals(order);
  return {
    products: order.products.map(
      (product): Sent<WireProductBody> => ({
        _id: product.id,
        name: product.name,
        image: product.image,
        options: product.lines.map(
          (line): Sent<WireOptionBody> => ({
            type: line.typeName,
            typeId: line.typeId,
            quantity: line.quantity,
            ...(!added.has(line.typeId) && { initialPrice: line.buyPrice }),
            initialPrice2: line.sellPrice,
            price: lineTotal(line),
            package: line.unitName,
          }),
        ),
      }),
    ),
    totalPurchase: totals.purchase,
    totalPurchase2: totals.sales,
    tax: totals.tax,
    shippingCost: totals.shipping,
    totalOrder: totals.grand,
    taxRate: order.taxRate,
    countKol: totals.units,
    version: order.version,
  };
}
