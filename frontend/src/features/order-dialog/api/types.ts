import type { OrderStatus } from '../status';
import type { OrderProduct } from '../types';

/** Who ordered, as it was when the order was placed. */
export interface PaperCustomer {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly landline: string;
  readonly tradeType: string;
  readonly shopName: string;
  readonly activityArea: string;
  readonly address: string;
}

/** An order with all that its dialog and its printed invoice say. Amounts in tomans. */
export interface OrderPaper {
  readonly id: string;
  readonly code: string;
  readonly status: OrderStatus;
  /** Registered before, and being edited again. */
  readonly reopened: boolean;
  /** One more with each save. */
  readonly revision: number;
  /** One more with each change that the server has accepted. */
  readonly version: number;
  readonly customer: PaperCustomer;
  readonly sellerTitle: string;
  readonly customerNote: string;
  readonly sellerNote: string;
  /** Jalali texts with Persian digits, ready to show; empty when there is none. */
  readonly createdAt: string;
  readonly deliveryDate: string;
  readonly products: readonly OrderProduct[];
  readonly shipping: number;
  /** Percent. */
  readonly taxRate: number;
  /** What the seller has written on the paper bill; null when nothing. */
  readonly paperBill: number | null;
  /** A picture (data URI) that leads to the order's public page. */
  readonly qr: string;
}
