import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const value = v.nullish(v.union([v.string(), v.number()]), null);

const wireChange = v.object({
  from: value,
  to: value,
  /** Of a line: product and type. */
  name: v.nullish(v.string(), null),
  /** Of a line: its unit price, when it changed. */
  priceFrom: v.nullish(whole, null),
  priceTo: v.nullish(whole, null),
});

/** GET /market/order-history-app2/{orderId}: newest first. */
export const wireHistory = v.object({
  revisions: v.array(
    v.object({
      revision: whole,
      atS: text,
      by: text,
      totalOrder: whole,
      lines: v.array(
        v.object({
          typeId: v.string(),
          name: v.string(),
          type: v.string(),
          package: text,
          quantity: whole,
          initialPrice: whole,
          price: whole,
        }),
      ),
    }),
  ),
  events: v.array(
    v.object({
      atS: text,
      by: text,
      action: v.string(),
      /** By the field's name, or by the id of a line's type. */
      changes: v.record(v.string(), wireChange),
    }),
  ),
  truncated: v.boolean(),
});
export type WireHistory = v.InferOutput<typeof wireHistory>;
export type WireChange = v.InferOutput<typeof wireChange>;
