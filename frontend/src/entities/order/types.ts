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
  /** What this order could have of it in all, its own reservation counted as free; null while that is not known. */
  readonly stock: number | null;
}

export interface OrderProduct {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly lines: readonly OrderLine[];
}

/** A discount tier of the seller that the server has applied to an order. */
export interface Discount {
  /** The line that it is taken off; null: it is taken off the sum of all lines. */
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
  /** As the server has calculated them for its own copy; mostly none. */
  readonly discounts: readonly Discount[];
  readonly customerNote: string;
  readonly sellerNote: string;
  /** The seller's own paper bill; null when there is none. Left out where the read does not include it. */
  readonly paperBill?: number | null;
  readonly status: OrderStatus;
  /** Was registered, and is open again for editing: stock and reports still follow the registered revision. */
  readonly reopened: boolean;
  /** Number of the last registered revision; 0 before the first. */
  readonly revision: number;
  /** Increases with each change that the server has accepted. */
  readonly version: number;
  /** Left out where the read does not include it, or has it of its own. */
  readonly head?: OrderHead;
}

/** The totals of an order; amounts in tomans. */
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

/** Who ordered, and when. */
export interface OrderHead {
  readonly customer: Pick<OrderCustomer, 'name' | 'shopName' | 'mobile' | 'landline'>;
  /** Jalali texts, ready to show; empty when there is none. */
  readonly createdAt: string;
  readonly deliveryDate: string;
}

/** Who ordered, as it was when the order was placed. A part that is not known is empty. */
interface OrderCustomer {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly landline: string;
  readonly tradeType: string;
  readonly shopName: string;
  readonly activityArea: string;
  readonly address: string;
}

/** An order with everything that its dialog and its paper display. Amounts in tomans. */
export interface OrderSheet extends Omit<Order, 'status' | 'head'>, OrderHead {
  readonly id: string;
  /** `unknown`: a code that this client does not know yet. */
  readonly status: OrderStatus | 'unknown';
  readonly customer: OrderCustomer;
  readonly sellerTitle: string;
  /** The server's figures. */
  readonly totals: Pick<OrderTotals, 'purchase' | 'tax' | 'shipping' | 'grand'>;
  readonly paperBill: number | null;
  /** Address of the QR's image; empty without one. */
  readonly qr: string;
}
