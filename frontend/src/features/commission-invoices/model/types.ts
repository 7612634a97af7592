/** A `draft` is the platform's own, and not shown to sellers. */
export type InvoiceStatus = 'draft' | 'payable' | 'paid' | 'void';

/** The basis of the platform's share; empty for a code that this client does not know. */
export type Cooperation = '' | 'percentage' | 'basket' | 'amount';

/** A commission bill, as the list knows it. */
export interface InvoiceRow {
  readonly id: string;
  /** Such as 1405-07-000012. */
  readonly number: string;
  readonly requester: string;
  /** Epoch ms. */
  readonly date: number | null;
  readonly status: InvoiceStatus;
  readonly statusText: string;
  /** Tomans. */
  readonly total: number;
}

/** `month`: the sales of the invoice's own month · `correction`: of an earlier one · `credit`: left from earlier invoices. */
export type InvoiceLineKind = 'month' | 'correction' | 'credit';

/** A part of the invoice's amount. */
export interface InvoiceLine {
  readonly id: string;
  readonly kind: InvoiceLineKind;
  /** Jalali, `yyyy/mm`. */
  readonly month: string;
  readonly cooperation: Cooperation;
  /** Percent, or tomans for the other kinds. */
  readonly commission: number;
  /** Registered orders; below 0 in a correction that takes some away. */
  readonly orders: number;
  /** Tomans, without tax and shipping. */
  readonly sales: number;
  readonly amount: number;
}

/** The platform's bill for its share of a month. Texts are ready for display, and may be empty. */
export interface CommissionInvoice {
  readonly id: string;
  readonly number: string;
  readonly requester: string;
  readonly payer: string;
  readonly requestedAt: string;
  readonly month: string;
  readonly cooperation: Cooperation;
  readonly cooperationText: string;
  readonly commission: number;
  /** Registered orders of its month. */
  readonly baskets: number;
  readonly total: number;
  readonly gateway: string;
  readonly paidAt: string;
  readonly reference: string;
  readonly terms: string;
  readonly dueDate: string;
  readonly status: InvoiceStatus;
  readonly statusText: string;
  readonly isPaid: boolean;
  readonly sellerActive: boolean;
  readonly sellerStatusText: string;
  /** The reports include all sales up to this time. */
  readonly watermark: string;
  readonly lines: readonly InvoiceLine[];
  /** A payment whose result the bank has not reported yet. */
  readonly awaitedPaymentId: string | null;
}

/** An order as it counted for a line. */
export interface InvoiceOrder {
  readonly id: string;
  /** Empty when it is not known. */
  readonly code: string;
  /** What its customer was called when the invoice was made; empty when that is not known. */
  readonly customer: string;
  /** Jalali day of its registration, `yyyy/mm/dd`. */
  readonly day: string;
  /** Tomans; in a correction the difference to what was billed. */
  readonly amount: number;
}
