import type { Discount, Order, OrderLine, OrderProduct, OrderTotals } from './types';

type Counted = Pick<OrderLine, 'quantity' | 'buyPrice' | 'sellPrice'>;

/** In one whole: 10,000 basis points are 100 %. */
export const BASIS_POINTS = 10_000;
const PERCENT_E4 = 1_000_000n;
const E4 = 10_000;

/** Of whole numbers that are not negative, rounded half up once. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** `part` of `whole` in percent, four decimals; nothing of nothing. */
export const percentE4 = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(halfUp(part * PERCENT_E4, whole)) / E4;

const basisPoints = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** What the shop pays for a line. */
export const lineTotal = ({ buyPrice, quantity }: Pick<OrderLine, 'buyPrice' | 'quantity'>): number =>
  buyPrice * quantity;

export const linesOf = (products: readonly OrderProduct[]): readonly OrderLine[] =>
  products.flatMap(({ lines }) => lines);

/** What the applied tiers take off. */
export const discountOf = (discounts: readonly Discount[]): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The sums of an order, from its lines, its tax rate in percent, what shipping costs when there is something to ship, and
 * what the server has taken off. In whole numbers throughout: a tax of 4.5 tomans is 5, whatever a float makes of it.
 */
export function totalsOf(lines: readonly Counted[], taxRate: number, shippingCost: number, discount = 0): OrderTotals {
  const sum = (of: (line: Counted) => number): bigint =>
    lines.reduce((total, line) => total + BigInt(of(line)) * BigInt(line.quantity), 0n);
  const purchase = sum(({ buyPrice }) => buyPrice) - BigInt(discount);
  const sales = sum(({ sellPrice }) => sellPrice);
  const tax = halfUp(purchase * basisPoints(taxRate), BigInt(BASIS_POINTS));
  const shipping = lines.length === 0 ? 0 : shippingCost;
  const profit = sales > purchase ? sales - purchase : 0n;
  return {
    units: lines.reduce((total, { quantity }) => total + quantity, 0),
    purchase: Number(purchase),
    sales: Number(sales),
    profit: Number(profit),
    profitPercent: percentE4(profit, sales),
    tax: Number(tax),
    shipping,
    grand: Number(purchase + tax) + shipping,
  };
}

type Totalled = Pick<Order, 'products' | 'taxRate' | 'shipping' | 'discounts'>;

export const orderTotals = ({ products, taxRate, shipping, discounts }: Totalled): OrderTotals =>
  totalsOf(linesOf(products), taxRate, shipping, discountOf(discounts));

/**
 * The sums to show of an order with the user's changes, `shown`. Discounts are the server's and of its own lines: with any
 * of them, its sums stay until it has said what the changes come to.
 */
export function shownTotals(
  known: Totalled,
  shown: Totalled,
  changed: boolean,
): { readonly totals: OrderTotals; readonly waiting: boolean } {
  const waiting = changed && known.discounts.length > 0;
  return { totals: orderTotals(waiting ? known : shown), waiting };
}

/** New quantities by type; 0 takes a line out. */
export type Quantities = Readonly<Record<string, number>>;

/** The order with these quantities: lines of 0 go, and a product goes with its last line. */
export function withQuantities<T extends Pick<Order, 'products'>>(order: T, quantities: Quantities): T {
  const products = order.products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => {
      const quantity = quantities[line.typeId] ?? line.quantity;
      if (quantity <= 0) return [];
      return [quantity === line.quantity ? line : { ...line, quantity }];
    });
    if (lines.length === 0) return [];
    // What did not change stays the same object, so that nobody draws it again.
    const same = lines.length === product.lines.length && lines.every((line, index) => line === product.lines[index]);
    return [same ? product : { ...product, lines }];
  });
  return { ...order, products };
}

/** The quantities that differ from the order's. */
export function realChanges(order: Pick<Order, 'products'>, quantities: Quantities): Quantities {
  const lines = linesOf(order.products).filter(({ typeId, quantity }) => (quantities[typeId] ?? quantity) !== quantity);
  return Object.fromEntries(lines.map(({ typeId, quantity }) => [typeId, quantities[typeId] ?? quantity]));
}

/** Lines of products that stand twice are put under the first. */
export function mergeProducts(products: readonly OrderProduct[]): readonly OrderProduct[] {
  const merged = new Map<string, OrderProduct>();
  for (const product of products) {
    const first = merged.get(product.id);
    merged.set(product.id, first ? { ...first, lines: [...first.lines, ...product.lines] } : product);
  }
  return [...merged.values()];
}
