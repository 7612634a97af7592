import { describe, expect, it } from 'vitest';
import samples from './fixtures/random.json';
import { totalsOf } from './order.math';

// The server's own sums of random orders: its tests write the file, and fail when it is not what they come to.
describe('random orders', () => {
  it.each(samples.map((sample, index) => ({ index, sample })))('come to what the server says: $index', ({ sample }) => {
    const lines = sample.options.map(({ quantity, initialPrice, initialPrice2 }) => ({
      quantity,
      buyPrice: initialPrice,
      sellPrice: initialPrice2,
    }));
    expect(totalsOf(lines, sample.taxRate, sample.shippingCost)).toEqual({
      units: sample.totals.countKol,
      purchase: sample.totals.totalPurchase,
      sales: sample.totals.totalPurchase2,
      profit: sample.totals.profit,
      profitPercent: sample.totals.percent,
      tax: sample.totals.tax,
      shipping: sample.totals.shippingCost,
      grand: sample.totals.totalOrder,
    });
  });
});
