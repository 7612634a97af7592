import type { WireSubscriptionReply } from '../../shared/api/wire/billing.gen';
import type { SubscriptionInfo } from './types';

const DAY = 86_400_000;

/** `readAt`: this device's clock when the answer came. */
export function toSubscriptionInfo(wire: WireSubscriptionReply, readAt: number): SubscriptionInfo {
  const held = wire.subscription;
  return {
    plans: wire.plans,
    vatPercent: wire.vatPercent,
    clockAhead: Date.parse(wire.serverTime) - readAt,
    subscription: held
      ? {
          title: held.title,
          total: held.total,
          startsAt: held.startTimestamp,
          endsAt: held.expiryDate ? Date.parse(held.expiryDate) : held.startTimestamp + held.durationDays * DAY,
          durationDays: held.durationDays,
          isActive: held.isActive,
          reminderDays: held.reminderDays,
          paymentId: held.paymentId,
        }
      : null,
  };
}
