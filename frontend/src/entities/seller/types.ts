import type { SellerType } from './sellerType';

/** Figures of registered orders; amounts in tomans. */
export interface SellerSummary {
  readonly title: string;
  readonly customers: number;
  readonly products: number;
  /** Distinct registered orders. */
  readonly baskets: number;
  readonly units: number;
  readonly amount: number;
}

/** Empty while none is agreed. */
export type Cooperation = '' | 'percentage' | 'basket' | 'amount';

/** The seller's form, as it is typed: digits in Latin, dates `yyyy/mm/dd`. */
export interface SellerForm {
  readonly active: boolean;
  readonly title: string;
  readonly representative: string;
  readonly mobile: string;
  readonly sellerCode: string;
  readonly nationalCode: string;
  readonly workStart: string;
  readonly priceEditRange: string;
  readonly nationalCardReceived: boolean;
  readonly cooperation: Cooperation;
  /** Percent, or tomans for the other kinds. */
  readonly commission: string;
  readonly commissionDate: string;
  readonly cardNumber: string;
  readonly sheba: string;
  readonly username: string;
  readonly password: string;
  /** Asked for when the mobile number or the password changes. */
  readonly currentPassword: string;
  readonly address: string;
}

/** What the seller and the platform agree on. */
export type Terms = Pick<SellerForm, 'cooperation' | 'commission' | 'commissionDate'>;

/** Terms that the seller has proposed and the platform has not decided on. */
export interface Proposal {
  /** Jalali day and time, `yyyy/mm/dd - HH:mm`. */
  readonly proposedAt: string;
  /** The terms that hold until then, also for invoices. */
  readonly holds: Terms;
}

/** The seller's own record. */
export interface Seller {
  /** Counted by the server, which refuses a write with an older one. */
  readonly version: number;
  readonly id: string;
  readonly type: SellerType;
  readonly form: SellerForm;
  /** Null when none awaits a decision; otherwise the form has the proposed terms. */
  readonly proposal: Proposal | null;
  /** Empty when the seller has chosen none. */
  readonly backgroundUrl: string;
  readonly productTypeCount: number;
  /** What an order has to reach, and what sending it costs; amounts in tomans, 0 where nothing is set. */
  readonly limits: { readonly minAmount: number; readonly minPackages: number; readonly shipping: number };
}
