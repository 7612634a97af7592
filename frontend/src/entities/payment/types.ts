import type { Period } from '../subscription/types';

/** Bank's side of a payment, as a code. */
export type PaymentState = 'pending' | 'paid' | 'failed' | 'expired';

/** One intent to pay, and what became of it. */
export interface Payment {
  readonly id: string;
  readonly purpose: 'subscription' | 'invoice';
  /** What is paid for: a plan of the subscription, or an invoice. */
  readonly subjectId: string;
  /** Tomans, with VAT. */
  readonly amount: number;
  readonly state: PaymentState;
  /** Failed because the payer turned back: nothing was taken. */
  readonly cancelled: boolean;
  readonly gatewayText: string;
  /** The bank's reference; empty before it is paid. */
  readonly reference: string;
  /** Where it is paid; null when there is nothing to pay any more. */
  readonly redirectUrl: string | null;
  /** Jalali day and time of Tehran, in Latin digits. */
  readonly createdAtS: string;
  readonly paidAtS: string | null;
}

/** A payment, and what it has paid. */
export interface PaymentDetails extends Payment {
  /** Null unless it is the payment of a plan and paid. */
  readonly bought: Period | null;
}
