import * as v from 'valibot';

const text = v.nullish(v.string(), '');

/** GET /market/order-find-cp?code=1405-08-000123: codes are counted per seller, so several may match. */
export const wireFound = v.object({
  orders: v.array(
    v.object({
      id: v.string(),
      customerId: v.string(),
      Code: v.string(),
      sellerTitle: text,
      customerName: text,
      customerOnvanFrooshgah: text,
      status: v.picklist([0, 1, 2]),
      statusText: text,
      createdAtS: text,
      mablagheKol: v.pipe(v.number(), v.safeInteger()),
    }),
  ),
  truncated: v.optional(v.boolean(), false),
});
export type WireFound = v.InferOutput<typeof wireFound>;
