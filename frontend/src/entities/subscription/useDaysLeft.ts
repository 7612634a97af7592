import { useSyncExternalStore } from 'react';
import { nowSnapshot, subscribeNow } from '../../shared/lib/now';
import { daysLeftAt } from './timeLeft';
import type { SubscriptionInfo } from './types';

/**
 * Days to the end by the server's clock, looked at every second while the page is in sight: 0 once it is over. Draws
 * its component again only when the number changes. Null without a subscription, and while that is not known.
 */
export const useDaysLeft = (info: SubscriptionInfo | undefined): number | null =>
  useSyncExternalStore(subscribeNow, () => (info ? daysLeftAt(info, nowSnapshot()) : null));
