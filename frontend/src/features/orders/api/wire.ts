import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());

const wireOption = v.object({
  type: v.string(),
  typeId: v.string(),
  quantity: whole,
  initialPrice: whole,
  initialPrice2: whole,
  price: whole,
  package: text,
});

const wireProduct = v.object({ _id: v.string(), name: v.string(), image: text, options: v.array(wireOption) });

/** GET /market/fetch-order-joz-app2/{orderId}: `toz` is the customer's note, `toz2` the seller's. */
export const wireOrder = v.object({
  joz: v.object({ products: v.array(wireProduct), shippingCost: whole, taxRate: v.number() }),
  toz: text,
  toz2: text,
  status: v.picklist([0, 1, 2]),
  version: whole,
});
export type WireOrder = v.InferOutput<typeof wireOrder>;

/** POST /market/order-update-app2/{orderId}. */
export const wireUpdated = v.object({
  version: whole,
  totals: v.object({ shippingCost: whole }),
});
export type WireUpdated = v.InferOutput<typeof wireUpdated>;

/** POST /market/order-update-app2-toz/{orderId}. */
export const wireNoted = v.object({ version: whole });
export type WireNoted = v.InferOutput<typeof wireNoted>;

/** POST /market/order-save-app2/{orderId} and /market/order-cancel-app2/{orderId}. */
export const wireSettled = v.object({ status: v.picklist([0, 1, 2]) });
export type WireSettled = v.InferOutput<typeof wireSettled>;

/** What order-update-app2 is sent. */
export interface WireUpdateBody {
  readonly products: readonly (Omit<v.InferOutput<typeof wireProduct>, 'options'> & {
    readonly options: readonly v.InferOutput<typeof wireOption>[];
  })[];
  readonly totalPurchase: number;
  readonly totalPurchase2: number;
  readonly tax: number;
  readonly shippingCost: number;
  readonly totalOrder: number;
  readonly taxRate: number;
  readonly countKol: number;
  readonly version: number;
}

/** What order-update-app2-toz is sent. */
export interface WireNoteBody {
  readonly sellerToz: string;
  readonly customerToz: string;
  readonly version: number;
}
