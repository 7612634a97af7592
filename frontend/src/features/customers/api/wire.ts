import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const named = v.nullish(v.object({ name: text }));

/** f2 title, f3 mobile, f4 trade type, f7 last order, f8 shop, f11 area, f12 address, f16 0 with an open order. */
const wireCustomer = v.object({
  _id: v.string(),
  f2: v.string(),
  f3: text,
  f4: named,
  f7: v.nullish(v.string()),
  f8: text,
  f11: named,
  f12: text,
  f16: v.number(),
});
export type WireCustomer = v.InferOutput<typeof wireCustomer>;

/** GET /user/customer-list-app2. */
export const wireCustomerPage = v.object({
  users: v.array(wireCustomer),
  totalPages: whole,
  totals: v.object({ all: whole, unprocessed: whole, processed: whole }),
});
export type WireCustomerPage = v.InferOutput<typeof wireCustomerPage>;
