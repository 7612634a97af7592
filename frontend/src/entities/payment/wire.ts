import * as v from 'valibot';

/** A payment, wherever an answer carries one. */
export const wirePayment = v.object({
  id: v.string(),
  purpose: v.picklist(['subscription', 'invoice']),
  subjectId: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  state: v.picklist(['pending', 'paid', 'failed', 'expired']),
  cancelled: v.boolean(),
  gateway: v.string(),
  gatewayText: v.string(),
  reference: v.string(),
  redirectUrl: v.nullish(v.string()),
  createdAtS: v.string(),
  paidAtS: v.nullish(v.string()),
});
export type WirePayment = v.InferOutput<typeof wirePayment>;

/** Answer of a call that begins a payment. */
export const wirePaymentReply = v.object({ payment: wirePayment });
export type WirePaymentReply = v.InferOutput<typeof wirePaymentReply>;
