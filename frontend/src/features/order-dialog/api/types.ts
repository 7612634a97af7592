import type { Order } from '../../../entities/order/types';

/** Who ordered, as it was when the order was placed. */
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

/** An order with all that its dialog says. Amounts in tomans. */
export interface FullOrder extends Order {
  readonly id: string;
  readonly customer: OrderCustomer;
  readonly sellerTitle: string;
  /** Jalali texts with Persian digits, ready to show; empty when there is none. */
  readonly createdAt: string;
  readonly deliveryDate: string;
  /** What the seller has written on the paper bill; null when nothing. */
  readonly paperBill: number | null;
}
