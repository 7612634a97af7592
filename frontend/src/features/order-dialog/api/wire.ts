import * as v from 'valibot';

const text = v.nullish(v.string(), '');
const whole = v.pipe(v.number(), v.safeInteger());

const wireOption = v.object({
  typeId: v.string(),
  type: v.string(),
  package: text,
  quantity: whole,
  initialPrice: whole,
  initialPrice2: whole,
  price: whole,
});

/** GET /market/fetch-order-joz-faktor-app2/{orderId}. */
export const wireFullOrder = v.object({
  order: v.object({
    Code: v.string(),
    status: v.picklist([0, 1, 2]),
    reopened: v.boolean(),
    revision: whole,
    version: whole,
    customerId: v.string(),
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
export type WireFullOrder = v.InferOutput<typeof wireFullOrder>;

/** POST /market/order-update-cp/{orderId}. */
export const wireUpdated = v.object({ version: whole, status: v.picklist([0, 1, 2]) });
export type WireUpdated = v.InferOutput<typeof wireUpdated>;

/** What order-update-cp is sent: all lines, and of the rest what has changed. */
export interface WireUpdateBody {
  readonly products: readonly {
    readonly options: readonly { readonly typeId: string; readonly quantity: number; readonly initialPrice?: number }[];
  }[];
  readonly shippingCost?: number;
  readonly PaperBill?: number;
  readonly sellerToz?: string;
  readonly version: number;
}

/** POST /market/order-save-cp/{orderId} and /market/order-cancel-cp/{orderId}. */
export const wireSettled = v.object({ status: v.picklist([0, 1, 2]), version: whole });
export type WireSettled = v.InferOutput<typeof wireSettled>;

/** DELETE /market/order-delete/{orderId}. */
export const wireDeleted = v.object({ message: v.string() });
