import { linesOf, orderTotals } from '../../../../entities/order/order.math';
import type { OrderStatus } from '../../../../entities/order/status';
import type { Discount } from '../../../../entities/order/types';
import type { FullOrder } from './types';
import type { WireUpdateBody } from './wire';

/** Where an order stands after an update, and what the server has taken off it. */
export interface Updated {
  readonly version: number;
  readonly status: OrderStatus;
  readonly discounts: readonly Discount[];
}

/** The order after the server has taken an update, until it is read again. */
export function afterUpdate(
  known: FullOrder,
  sent: WireUpdateBody,
  { version, status, discounts }: Updated,
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
  const next = {
    ...known,
    products,
    shipping: linesOf(products).length === 0 ? 0 : (sent.shippingCost ?? known.shipping),
    paperBill: sent.PaperBill ?? known.paperBill,
    sellerNote: sent.sellerToz ?? known.sellerNote,
    reopened: known.reopened || (known.status === 'registered' && status === 'open'),
    status,
    discounts,
    version,
  };
  const { purchase, tax, shipping, grand } = orderTotals(next);
  return { ...next, totals: { purchase, tax, shipping, grand } };
}
