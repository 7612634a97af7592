import * as v from 'valibot';

const whole = v.pipe(v.number(), v.safeInteger());

const wireInvoiceRow = v.object({
  _id: v.string(),
  requester: v.string(),
  number: v.string(),
  date: v.pipe(v.string(), v.isoTimestamp()),
  paymentStatus: v.string(),
  paymentStatusText: v.string(),
  totalAmount: whole,
});
/** GET /market/invoice-list-app2. */
export const wireInvoiceList = v.object({ invoices: v.array(wireInvoiceRow) });
export type WireInvoiceRow = v.InferOutput<typeof wireInvoiceRow>;
export type WireInvoiceList = v.InferOutput<typeof wireInvoiceList>;

const wireInvoiceLine = v.object({
  _id: v.string(),
  kind: v.picklist(['month', 'correction', 'credit']),
  monthS: v.string(),
  cooperationType: whole,
  agreedCommission: v.number(),
  orders: whole,
  salesAmount: whole,
  amount: whole,
});
const wireInvoice = v.object({
  _id: v.string(),
  requester: v.string(),
  payer: v.string(),
  requestDateS: v.string(),
  number: v.string(),
  monthS: v.string(),
  cooperationType: whole,
  cooperationText: v.string(),
  agreedCommission: v.number(),
  totalSalesBaskets: whole,
  totalAmount: whole,
  gatewayText: v.string(),
  paymentDateS: v.string(),
  reference: v.string(),
  paymentTerms: v.string(),
  dueDateS: v.string(),
  paymentStatus: v.string(),
  paymentStatusText: v.string(),
  isPaid: v.boolean(),
  sellerActive: v.boolean(),
  sellerStatusText: v.string(),
  watermarkS: v.string(),
  lines: v.array(wireInvoiceLine),
});
/** GET /market/invoice-app2/{id}. */
export const wireInvoiceReply = v.object({ invoice: wireInvoice });
export type WireInvoiceLine = v.InferOutput<typeof wireInvoiceLine>;
export type WireInvoice = v.InferOutput<typeof wireInvoice>;
export type WireInvoiceReply = v.InferOutput<typeof wireInvoiceReply>;

const wireInvoiceOrder = v.object({ _id: v.string(), Code: v.string(), dateS: v.string(), amount: whole });
/** GET /market/invoice-orders-app2/{id}. */
export const wireInvoiceOrders = v.object({ orders: v.array(wireInvoiceOrder), totalPages: whole });
export type WireInvoiceOrder = v.InferOutput<typeof wireInvoiceOrder>;
export type WireInvoiceOrders = v.InferOutput<typeof wireInvoiceOrders>;
