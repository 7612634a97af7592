import type { OrderStatus } from '../../../entities/order/status';
import type { Discount, OrderProduct, OrderTotals } from '../../../entities/order/types';

/** `unknown`: a code that this client does not know yet. */
export type InvoiceStatus = OrderStatus | 'unknown';

/** Who ordered. A part that is not known is empty. */
export interface InvoiceCustomer {
  readonly name: string;
  readonly cellPhone: string;
  readonly phone: string;
  readonly shop: string;
  readonly trade: string;
  readonly region: string;
  readonly address: string;
}

/** What an order's paper says. Amounts in tomans. */
export interface Invoice {
  readonly code: string;
  readonly status: InvoiceStatus;
  /** Open again after it was registered. */
  readonly reopened: boolean;
  /** Of the last registration; 0 before the first. */
  readonly revision: number;
  readonly version: number;
  /** Jalali texts, ready to show. */
  readonly createdAt: string;
  readonly deliveryAt: string;
  readonly seller: string;
  readonly customer: InvoiceCustomer;
  /** Address of the QR's image; empty without one. */
  readonly qr: string;
  readonly products: readonly OrderProduct[];
  /** The tiers that were applied, as the server has them. */
  readonly discounts: readonly Discount[];
  /** The order's own, percent. */
  readonly taxRate: number;
  /** The server's figures, until the user changes a quantity of an order without discounts. */
  readonly totals: Pick<OrderTotals, 'purchase' | 'tax' | 'shipping' | 'grand'>;
  /** What the seller's own paper invoice comes to; null when nobody has written it. */
  readonly paperTotal: number | null;
  readonly customerNote: string;
  readonly sellerNote: string;
}
