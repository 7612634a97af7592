/** A customer of the seller, as the list knows it. */
export interface Customer {
  readonly id: string;
  readonly title: string;
  readonly mobile: string;
  readonly tradeType: string;
  readonly shopName: string;
  readonly activityArea: string;
  readonly address: string;
  /** Epoch ms; null when there was no order yet. */
  readonly lastOrderAt: number | null;
  /** An open order waits for the seller. */
  readonly hasOpenOrder: boolean;
}
