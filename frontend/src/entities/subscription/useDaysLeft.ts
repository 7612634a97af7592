import { useSyncExternalStore } from 'react';
import { nowSnapshot, subscribeNow } from '../../shared/lib/now';
import type { SubscriptionInfo } from './types';

const DAY = 86_400_000;

/** Network delay and the clock's tick must not make thirty days thirty-one. */
const SLACK = 60_000;

/** Whole days to the end, rounded up; 0 when it is over, null without a subscription. `now` is the device's clock. */
export function daysLeftAt(info: Pick<SubscriptionInfo, 'subscription' | 'clockAhead'>, now: number): number | null {
  const { subscription, clockAhead } = info;
  if (!subscription) return null;
  if (!subscription.isActive) return 0;
  const left = subscription.endsAt - now - clockAhead;
  return left <= 0 ? 0 : Math.max(1, Math.ceil((left - SLACK) / DAY));
}

/**
 * Days to the end by the server's clock, checked every second while the page is visible: 0 once it is over. Renders its
 * component again only when the number changes. Null without a subscription, and while that is not known.
 */
export const useDaysLeft = (info: SubscriptionInfo | undefined): number | null =>
  useSyncExternalStore(subscribeNow, () => (info ? daysLeftAt(info, nowSnapshot()) : null));
