/** What can be bought. */
export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** Tomans, without VAT. */
  readonly price: number;
  readonly durationMonths: number;
}

/** What was bought last, with what follows it. */
export interface Subscription {
  readonly title: string;
  /** Tomans, with VAT. */
  readonly total: number;
  /** Epoch milliseconds of the server's clock. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly durationDays: number;
  /** As the server saw it when it was read. */
  readonly isActive: boolean;
  /** Days before the end at which the server reminds: 7, 3 or 1; 0 without a reminder. */
  readonly reminderDays: number;
  /** Empty: it was not paid for in the panel. */
  readonly paymentId: string;
}

export interface SubscriptionInfo {
  readonly plans: readonly Plan[];
  readonly vatPercent: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  readonly clockAhead: number;
  readonly subscription: Subscription | null;
}
