import type { OrderStatus } from './status';

/** A type of a product in an order. Prices are of one selling unit, in tomans, as they were when it was ordered. */
export interface OrderLine {
  readonly typeId: string;
  readonly typeName: string;
  /** The selling unit: carton, pack, piece. */
  readonly unitName: string;
  /** Selling units. */
  readonly quantity: number;
  /** What the shop pays this seller. */
  readonly buyPrice: number;
  /** The shop's shelf price. */
  readonly sellPrice: number;
}

export interface OrderProduct {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly lines: readonly OrderLine[];
}

/** A tier of the seller's that the server has applied to an order. */
export interface Discount {
  /** Of the line that it is taken off; null: off the sum of all lines. */
  readonly typeId: string | null;
  readonly title: string;
  readonly percent: number;
  /** Tomans. */
  readonly amount: number;
}

export interface Order {
  /** Its number, such as 1405-08-000123. */
  readonly code: string;
  readonly products: readonly OrderProduct[];
  /** Tomans; 0 without lines. */
  readonly shipping: number;
  /** Percent. */
  readonly taxRate: number;
  /** As the server has applied them to its own lines; mostly none. */
  readonly discounts: readonly Discount[];
  readonly customerNote: string;
  readonly sellerNote: string;
  /** What the seller has written on the paper bill; null when nothing. Left out: this read does not tell. */
  readonly paperBill?: number | null;
  readonly status: OrderStatus;
  /** Was registered, and is open to be edited again: stock and reports still follow what was registered. */
  readonly reopened: boolean;
  /** The last registered one, one more with each save; 0 before the first. */
  readonly revision: number;
  /** One more with each change that the server has accepted. */
  readonly version: number;
}

/** What an order comes to; amounts in tomans. */
export interface OrderTotals {
  /** Sum of the quantities. */
  readonly units: number;
  /** After discounts, as are profit, tax and the grand total. */
  readonly purchase: number;
  readonly sales: number;
  /** The shop's, never below zero. */
  readonly profit: number;
  /** Of the sales, four decimals. */
  readonly profitPercent: number;
  readonly tax: number;
  readonly shipping: number;
  readonly grand: number;
}

/** Who ordered, as it was when the order was placed. A part that is not known is empty. */
export interface OrderCustomer {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly landline: string;
  readonly tradeType: string;
  readonly shopName: string;
  readonly activityArea: string;
  readonly address: string;
}

/** An order with all that its dialog and its paper say. Amounts in tomans. */
export interface OrderSheet extends Omit<Order, 'status'> {
  readonly id: string;
  /** `unknown`: a code that this client does not know yet. */
  readonly status: OrderStatus | 'unknown';
  readonly customer: OrderCustomer;
  readonly sellerTitle: string;
  /** Jalali texts, ready to show; empty when there is none. */
  readonly createdAt: string;
  readonly deliveryDate: string;
  /** The server's figures. */
  readonly totals: Pick<OrderTotals, 'purchase' | 'tax' | 'shipping' | 'grand'>;
  readonly paperBill: number | null;
  /** Address of the QR's image; empty without one. */
  readonly qr: string;
}
