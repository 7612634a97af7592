import type { Discount, Order, OrderLine, OrderProduct, OrderTotals } from './types';

type Counted = Pick<OrderLine, 'quantity' | 'buyPrice' | 'sellPrice'>;

/** 10,000 basis points are 100 %. */
export const BASIS_POINTS = 10_000;
const PERCENT_E4 = 1_000_000n;
const E4 = 10_000;

/** Divides whole numbers that are not negative, rounding half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** `part` of `whole` in percent, four decimals; 0 when `whole` is 0. */
export const percentE4 = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(halfUp(part * PERCENT_E4, whole)) / E4;

const basisPoints = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** What the shop pays for a line. */
export const lineTotal = ({ buyPrice, quantity }: Pick<OrderLine, 'buyPrice' | 'quantity'>): number =>
  buyPrice * quantity;

export const linesOf = (products: readonly OrderProduct[]): readonly OrderLine[] =>
  products.flatMap(({ lines }) => lines);

/** The sum of the discounts. */
export const discountOf = (discounts: readonly Discount[]): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The totals of an order, from its lines, its tax rate in percent, the shipping cost when there is something to ship, and
 * the server's discount. Calculated in whole numbers throughout: a tax of 4.5 tomans is 5, without errors of floats.
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
 * The sums to display for `edited`, the server's copy with the user's changes. Only the server can calculate discounts: an
 * order that has some displays the sums of the server's copy until the changes are sent (`waiting`).
 */
export function displayedTotals(server: Totalled, edited: Totalled, changed: boolean) {
  const waiting = changed && server.discounts.length > 0;
  return { totals: orderTotals(waiting ? server : edited), waiting };
}

/** New quantities by type; 0 removes a line. */
export type Quantities = Readonly<Record<string, number>>;

/** The products with each line mapped; null removes the line, and the product with its last one. */
export function mapLines(
  products: readonly OrderProduct[],
  map: (line: OrderLine) => OrderLine | null,
): readonly OrderProduct[] {
  return products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => map(line) ?? []);
    if (lines.length === 0) return [];
    // An unchanged product stays the same object, so that it is not rendered again.
    const same = lines.length === product.lines.length && lines.every((line, index) => line === product.lines[index]);
    return [same ? product : { ...product, lines }];
  });
}

/** The order with these quantities, without the lines of 0. */
export function withQuantities<T extends Pick<Order, 'products'>>(order: T, quantities: Quantities): T {
  const products = mapLines(order.products, (line) => {
    const quantity = quantities[line.typeId] ?? line.quantity;
    if (quantity <= 0) return null;
    return quantity === line.quantity ? line : { ...line, quantity };
  });
  return { ...order, products };
}

/** The order with what it could have of each type; a type without a figure keeps its own. */
export const withStocks = <T extends Pick<Order, 'products'>>(
  order: T,
  stocks: Readonly<Record<string, number | null>>,
): T => ({
  ...order,
  products: mapLines(order.products, (line) => {
    const stock = stocks[line.typeId];
    return stock === undefined || stock === line.stock ? line : { ...line, stock };
  }),
});

/** The quantities that differ from the order's. */
export function realChanges(order: Pick<Order, 'products'>, quantities: Quantities): Quantities {
  const lines = linesOf(order.products).filter(({ typeId, quantity }) => (quantities[typeId] ?? quantity) !== quantity);
  return Object.fromEntries(lines.map(({ typeId, quantity }) => [typeId, quantities[typeId] ?? quantity]));
}

/** Merges the products with the same id into the first of them. */
export function mergeProducts(products: readonly OrderProduct[]): readonly OrderProduct[] {
  const merged = new Map<string, OrderProduct>();
  for (const product of products) {
    const first = merged.get(product.id);
    merged.set(product.id, first ? { ...first, lines: [...first.lines, ...product.lines] } : product);
  }
  return [...merged.values()];
}
