import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const totals = { totalOrders: whole, totalQuantity: whole, totalAmount: whole };

/** GET /report/dashboard-…-nums-app2/{n}: rows by product type, by region or by customer. */
export const wireSalesRows = v.object({
  counts: v.array(
    v.union([
      v.object({ productName: v.string(), typeName: text, ...totals }),
      v.object({ customerTeritory: v.string(), ...totals }),
      v.object({ customerName: v.string(), ...totals }),
    ]),
  ),
});
export type WireSalesRows = v.InferOutput<typeof wireSalesRows>;

/** GET /report/sales-series-app2/{n}. */
export const wireSeries = v.object({ points: v.array(v.object({ date: v.string(), ...totals })) });
export type WireSeries = v.InferOutput<typeof wireSeries>;
