import type { WireDiscount } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import { joined } from '../../shared/lib/punctuation';
import { formatPercent } from '../../shared/lib/units';
import { namedLines } from './order.changes';
import type { Discount, Order, OrderProduct } from './types';

export const toDiscounts = (discounts: readonly WireDiscount[]): readonly Discount[] =>
  discounts.map(({ typeId, title, percent, amount }) => ({ typeId: typeId ?? null, title, percent, amount }));

/** «تخفیف حجمی: ۱۰ تا ۲۰ بسته در سفارش · ۵٪». */
export const discountName = ({ title, percent }: Discount): string =>
  joined(localDigits(title), formatPercent(percent));

/** The order's discounts, each with a unique name: that of a line's discount includes the line. */
export function namedDiscounts({ discounts, products }: Pick<Order, 'discounts' | 'products'>) {
  const lines = namedLines(products);
  return discounts.map((discount) => {
    const line = discount.typeId === null ? undefined : lines.get(discount.typeId);
    const name = discountName(discount);
    return { name: line ? joined(name, line.name) : name, amount: discount.amount };
  });
}

const NONE: readonly Discount[] = [];

/** The discounts of one product's lines. Without any it is always the same list, so that the product is not rendered again. */
export function discountsWithin({ lines }: OrderProduct, discounts: readonly Discount[]): readonly Discount[] {
  const own = discounts.filter((discount) => lines.some(({ typeId }) => typeId === discount.typeId));
  return own.length === 0 ? NONE : own;
}
