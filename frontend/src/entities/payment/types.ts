import type { toPayment, toPaymentDetails } from './map';

/** One intent to pay, and what became of it. */
export type Payment = ReturnType<typeof toPayment>;

/** A payment, and what it has paid. */
export type PaymentDetails = ReturnType<typeof toPaymentDetails>;
