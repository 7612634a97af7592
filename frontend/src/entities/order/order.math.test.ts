import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workedOrder } from './fixtures/worked';
import {
  displayedTotals,
  linesOf,
  lineTotal,
  mergeProducts,
  orderTotals,
  realChanges,
  totalsOf,
  withQuantities,
} from './order.math';
import type { Order, OrderLine } from './types';

describe('the worked order', () => {
  it('comes to what the rules say', () => {
    expect(linesOf(workedOrder.products).map(lineTotal)).toEqual([3_780_000, 2_736_000, 3_480_000]);
    expect(orderTotals(workedOrder)).toEqual({
      units: 15,
      purchase: 9_996_000,
      sales: 11_568_000,
      profit: 1_572_000,
      profitPercent: 13.5892,
      tax: 899_640,
      shipping: 350_000,
      grand: 11_245_640,
    });
  });
});

describe('totals', () => {
  const counted = (quantity: number, buyPrice: number, sellPrice: number) => ({ quantity, buyPrice, sellPrice });

  it.each([
    ['9 % of 50 is 4.5', [counted(1, 50, 50)], 9, 5],
    ['9 % of 49 is 4.41', [counted(1, 49, 49)], 9, 4],
    ['9.5 % of 10 is 0.95', [counted(1, 10, 10)], 9.5, 1],
    ['no tax', [counted(1, 49, 49)], 0, 0],
  ])('round the tax half up: %s', (_, lines, rate, tax) => {
    expect(totalsOf(lines, rate, 0).tax).toBe(tax);
  });

  it('are nothing, shipping included, without lines', () => {
    const { shipping, grand, profitPercent } = totalsOf([], 9, 350_000);
    expect([shipping, grand, profitPercent]).toEqual([0, 0, 0]);
  });

  it('know no negative profit, and no percent of nothing', () => {
    expect(totalsOf([counted(2, 100, 60)], 0, 0)).toMatchObject({ profit: 0, profitPercent: 0, sales: 120 });
    expect(totalsOf([counted(2, 0, 0)], 9, 10)).toMatchObject({ profitPercent: 0, grand: 10 });
  });

  it('leave what the server has taken off out of tax, profit and grand total', () => {
    // Worked by hand: 9,996,000 less 996,000; 9 % of 9,000,000; 11,568,000 less 9,000,000.
    const discounts = [
      { typeId: 'P011-2', title: 'الف', percent: 5, amount: 189_000 },
      { typeId: null, title: 'ب', percent: 8, amount: 807_000 },
    ];
    expect(orderTotals({ ...workedOrder, discounts })).toMatchObject({
      purchase: 9_000_000,
      sales: 11_568_000,
      profit: 2_568_000,
      tax: 810_000,
      grand: 10_160_000,
    });
  });

  it("stay the server's while discounts apply and something was changed", () => {
    const discounts = [{ typeId: null, title: 'ب', percent: 8, amount: 996_000 }];
    const known = { ...workedOrder, discounts };
    const shown = withQuantities(known, { 'P011-2': 0 });
    expect(displayedTotals(known, shown, true)).toEqual({ totals: orderTotals(known), waiting: true });
    expect(displayedTotals(known, shown, false)).toEqual({ totals: orderTotals(shown), waiting: false });
    const plain = withQuantities(workedOrder, { 'P011-2': 0 });
    expect(displayedTotals(workedOrder, plain, true)).toEqual({ totals: orderTotals(plain), waiting: false });
  });

  it('keep every toman of amounts that a float multiplies wrongly', () => {
    // 99,999,999,999,995 × 900 is beyond 2^53.
    expect(totalsOf([counted(1, 99_999_999_999_995, 0)], 9, 0).tax).toBe(9_000_000_000_000);
  });
});

const quantity = fc.integer({ min: 1, max: 10_000 });
const price = fc.integer({ min: 0, max: 10_000_000 });
const anyLine = (typeId: string): fc.Arbitrary<OrderLine> =>
  fc.record({
    typeId: fc.constant(typeId),
    typeName: fc.constant(typeId),
    unitName: fc.constant('کارتن'),
    quantity,
    buyPrice: price,
    sellPrice: price,
    stock: fc.constant(null),
  });
const anyOrder: fc.Arbitrary<Order> = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 })
  .chain((sizes) =>
    fc.tuple(
      ...sizes.map((size, product) =>
        fc
          .tuple(...Array.from({ length: size }, (_, index) => anyLine(`${product}-${index}`)))
          .map((lines) => ({ id: String(product), name: '', image: '', lines })),
      ),
    ),
  )
  .chain((products) =>
    fc.record({
      code: fc.constant('1405-08-000123'),
      products: fc.constant(products),
      shipping: fc.integer({ min: 0, max: 1_000_000 }),
      taxRate: fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
      discounts: fc.constant([]),
      customerNote: fc.constant(''),
      sellerNote: fc.constant(''),
      status: fc.constant('open' as const),
      reopened: fc.boolean(),
      revision: fc.nat(),
      version: fc.constant(1),
    }),
  );

describe('any order', () => {
  it('has a grand total of its parts, whole and not negative', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const totals = orderTotals(order);
        expect(totals.grand).toBe(totals.purchase + totals.tax + totals.shipping);
        expect(totals.profit).toBe(Math.max(0, totals.sales - totals.purchase));
        expect(totals.profitPercent).toBeGreaterThanOrEqual(0);
        expect(totals.profitPercent).toBeLessThanOrEqual(100);
        expect(Object.values(totals).filter((amount) => amount < 0)).toEqual([]);
        expect(Number.isInteger(totals.tax)).toBe(true);
        expect(Math.abs(totals.tax - (totals.purchase * order.taxRate) / 100)).toBeLessThanOrEqual(0.501);
      }),
    );
  });

  it('comes back when one more is taken away again', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(), (order, pick) => {
        const lines = linesOf(order.products);
        const { typeId, quantity: before } = lines[pick % lines.length]!;
        const more = withQuantities(order, { [typeId]: before + 1 });
        expect(orderTotals(more).units).toBe(orderTotals(order).units + 1);
        expect(withQuantities(more, { [typeId]: before })).toEqual(order);
        expect(realChanges(order, { [typeId]: before })).toEqual({});
        expect(realChanges(order, { [typeId]: before + 1 })).toEqual({ [typeId]: before + 1 });
      }),
    );
  });

  it('loses a product with its last line, and is empty when all are gone', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const none = Object.fromEntries(linesOf(order.products).map(({ typeId }) => [typeId, 0]));
        const emptied = withQuantities(order, none);
        expect(emptied.products).toEqual([]);
        expect(orderTotals(emptied).grand).toBe(0);
        const [first] = order.products;
        const gone = withQuantities(order, Object.fromEntries(first!.lines.map(({ typeId }) => [typeId, 0])));
        expect(gone.products).toEqual(order.products.slice(1));
      }),
    );
  });

  it('reads the same when its products came in pieces', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const pieces = order.products.flatMap((product) =>
          product.lines.map((line) => ({ ...product, lines: [line] })),
        );
        expect(mergeProducts(pieces)).toEqual(order.products);
      }),
    );
  });
});
