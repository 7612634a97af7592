import type { WirePeriod, WireSubscriptionReply } from '../../shared/api/wire/billing.gen';
import type { Period, SubscriptionInfo } from './types';

const DAY = 86_400_000;

export const toPeriod = (wire: WirePeriod): Period => ({
  title: wire.title,
  total: wire.total,
  startsAt: wire.startTimestamp,
  endsAt: wire.endTimestamp,
  paymentId: wire.paymentId,
  isExtension: wire.isExtension,
});

/** `readAt`: this device's clock when the answer came. */
export function toSubscriptionInfo(wire: WireSubscriptionReply, readAt: number): SubscriptionInfo {
  const held = wire.subscription;
  return {
    plans: wire.plans,
    vatPercent: wire.vatPercent,
    clockAhead: Date.parse(wire.serverTime) - readAt,
    awaitedPaymentId: wire.awaitedPayment?.id ?? null,
    subscription: held
      ? {
          title: held.title,
          endsAt: held.expiryDate ? Date.parse(held.expiryDate) : held.startTimestamp + held.durationDays * DAY,
          isActive: held.isActive,
          reminderDays: held.reminderDays,
          paymentId: held.paymentId,
          periods: held.periods.map(toPeriod),
        }
      : null,
  };
}
