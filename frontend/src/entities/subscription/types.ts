/** What can be bought. */
export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** Tomans, without VAT. */
  readonly price: number;
  readonly durationMonths: number;
}

/** A time that was bought or given. */
export interface Period {
  readonly title: string;
  /** Tomans, with VAT; 0 when it was given. */
  readonly total: number;
  /** Epoch milliseconds of the server's clock. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Empty: it was not paid for in the panel. */
  readonly paymentId: string;
  /** Bought before it begins, where the one before it ends. */
  readonly isExtension: boolean;
}

/** What was bought last, with what it follows. */
export interface Subscription {
  /** Of all that is not over; of the last when all is. */
  readonly title: string;
  /** Epoch milliseconds of the server's clock. */
  readonly endsAt: number;
  /** As the server saw it when it was read. */
  readonly isActive: boolean;
  /** Days before the end at which the server reminds: 7, 3 or 1; 0 without a reminder. */
  readonly reminderDays: number;
  /** Of the last; empty: it was not paid for in the panel. */
  readonly paymentId: string;
  /** What is running and what follows it, in order. */
  readonly periods: readonly Period[];
}

export interface SubscriptionInfo {
  readonly plans: readonly Plan[];
  readonly vatPercent: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  readonly clockAhead: number;
  readonly subscription: Subscription | null;
  /** A payment of a plan of which the bank has not said yet what became. */
  readonly awaitedPaymentId: string | null;
}
