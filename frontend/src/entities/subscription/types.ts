import type { toPeriod, toSubscriptionInfo } from './map';

export type SubscriptionInfo = ReturnType<typeof toSubscriptionInfo>;

/** What can be bought; the price is in tomans, without VAT. */
export type Plan = SubscriptionInfo['plans'][number];

/** A time that was bought, or that was free. */
export type Period = ReturnType<typeof toPeriod>;
