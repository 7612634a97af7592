import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());

const wireOption = v.object({
  typeId: v.string(),
  type: v.string(),
  package: text,
  quantity: whole,
  initialPrice: whole,
  price: whole,
});

/** GET /market/fetch-order-joz-faktor-app2/{orderId}. A status that nobody knows yet still makes a paper. */
export const wireInvoice = v.object({
  order: v.object({
    Code: text,
    status: whole,
    reopened: v.optional(v.boolean(), false),
    revision: v.optional(whole, 0),
    version: whole,
    customerName: text,
    customerCellPhone: text,
    customerOnvanSenf: text,
    customerOnvanFrooshgah: text,
    customerTelephone: text,
    customerTeritory: text,
    customerAddress: text,
    sellerTitle: text,
    customerQR: text,
    customerToz: text,
    sellerToz: text,
    hazinehErsal: whole,
    mablagheKol: whole,
    tax: whole,
    taxRate: v.number(),
    PaperBill: v.nullish(whole, null),
  }),
  createdAtS: text,
  orderDateTimeServeS: text,
  joz: v.object({
    products: v.array(v.object({ _id: v.string(), name: v.string(), image: text, options: v.array(wireOption) })),
    totalPurchase: whole,
  }),
});
export type WireInvoice = v.InferOutput<typeof wireInvoice>;

/** POST /market/order-update-cp/{orderId}. */
export const wireSaved = v.object({ version: whole });
export type WireSaved = v.InferOutput<typeof wireSaved>;

/** What order-update-cp is sent: the whole set of lines, and what else has changed. */
export interface WireSaveBody {
  readonly products: readonly {
    readonly _id: string;
    readonly name: string;
    readonly options: readonly {
      readonly typeId: string;
      readonly type: string;
      readonly package: string;
      readonly quantity: number;
      readonly initialPrice: number;
      readonly price: number;
    }[];
  }[];
  readonly totalPurchase: number;
  readonly countKol: number;
  readonly tax: number;
  readonly shippingCost: number;
  readonly totalOrder: number;
  readonly PaperBill?: number;
  readonly sellerToz?: string;
  readonly version: number;
}
