import type { SubscriptionInfo } from './types';

const DAY = 86_400_000;

/** The way of an answer and the tick of the clock shall make no thirty-first day of thirty. */
const SLACK = 60_000;

/** Whole days to the end, a begun one counts; 0 when it is over, null without a subscription. `now` is the device's clock. */
export function daysLeftAt(info: Pick<SubscriptionInfo, 'subscription' | 'clockAhead'>, now: number): number | null {
  const { subscription, clockAhead } = info;
  if (!subscription) return null;
  if (!subscription.isActive) return 0;
  const left = subscription.endsAt - now - clockAhead;
  return left <= 0 ? 0 : Math.max(1, Math.ceil((left - SLACK) / DAY));
}
