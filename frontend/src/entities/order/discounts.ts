import type { WireDiscount } from '../../shared/api/wire/orders.gen';
import { localDigits } from '../../shared/lib/digits';
import { joined } from '../../shared/lib/punctuation';
import { formatPercent } from '../../shared/lib/units';
import { lineName } from './order.changes';
import type { Discount, Order, OrderProduct } from './types';

export const toDiscounts = (discounts: readonly WireDiscount[]): readonly Discount[] =>
  discounts.map(({ typeId, title, percent, amount }) => ({ typeId: typeId ?? null, title, percent, amount }));

/** «تخفیف حجمی: ۱۰ تا ۲۰ بسته در سفارش · ۵٪». */
export const discountName = ({ title, percent }: Discount): string =>
  joined(localDigits(title), formatPercent(percent));

export interface NamedDiscount {
  /** With the line that it is taken off. */
  readonly name: string;
  readonly amount: number;
}

/** Every discount of an order by its name, those of lines with the line's; no two have the same. */
export function namedDiscounts({
  discounts,
  products,
}: Pick<Order, 'discounts' | 'products'>): readonly NamedDiscount[] {
  const lines = new Map(
    products.flatMap((product) => product.lines.map((line) => [line.typeId, lineName(product, line)] as const)),
  );
  return discounts.map((discount) => {
    const line = discount.typeId === null ? undefined : lines.get(discount.typeId);
    const name = discountName(discount);
    return { name: line === undefined ? name : joined(name, line), amount: discount.amount };
  });
}

const NONE: readonly Discount[] = [];

/** Those of one product's lines; the same empty list wherever there are none, so that nothing is drawn again for it. */
export function discountsWithin({ lines }: OrderProduct, discounts: readonly Discount[]): readonly Discount[] {
  const own = discounts.filter((discount) => lines.some(({ typeId }) => typeId === discount.typeId));
  return own.length === 0 ? NONE : own;
}
