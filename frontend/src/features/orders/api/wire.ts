import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());
const status = v.picklist([0, 1, 2]);

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
  status,
  version: whole,
  Code: v.string(),
  reopened: v.boolean(),
  revision: whole,
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

/** POST /market/order-save-app2/{orderId}, and the calls of the same shape that cancel, reopen and discard. */
export const wireSettled = v.object({ status, version: whole });
export type WireSettled = v.InferOutput<typeof wireSettled>;

/** GET /market/order-history-app2/{orderId}: of the saved revisions, newest first, what one of them held. */
export const wireRevisions = v.object({
  revisions: v.array(
    v.object({
      revision: whole,
      lines: v.array(v.object({ typeId: v.string(), name: v.string(), type: v.string(), quantity: whole })),
    }),
  ),
});
export type WireRevisions = v.InferOutput<typeof wireRevisions>;

type WireOption = v.InferOutput<typeof wireOption>;

/** A line that is put into the order takes the price of the day, whatever it cost before: it brings none. */
export type WireOptionBody = Omit<WireOption, 'initialPrice'> & Partial<Pick<WireOption, 'initialPrice'>>;

/** What order-update-app2 is sent. */
export interface WireUpdateBody {
  readonly products: readonly (Omit<v.InferOutput<typeof wireProduct>, 'options'> & {
    readonly options: readonly WireOptionBody[];
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

/** What the calls that save, cancel, reopen and discard are sent. */
export interface WireVersionBody {
  readonly version: number;
}

/** What order-update-app2-toz is sent. */
export interface WireNoteBody {
  readonly sellerToz: string;
  readonly customerToz: string;
  readonly version: number;
}
