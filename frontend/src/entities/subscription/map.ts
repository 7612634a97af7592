import type { WirePeriod, WireSubscriptionReply } from '../../shared/api/wire/billing.gen';

const DAY = 86_400_000;

export const toPeriod = (wire: WirePeriod) => ({
  title: wire.title,
  /** Tomans, with VAT; 0 when it was free. */
  total: wire.total,
  /** Epoch milliseconds of the server's clock. */
  startsAt: wire.startTimestamp,
  endsAt: wire.endTimestamp,
  /** Empty: it was not paid for in the panel. */
  paymentId: wire.paymentId,
  /** Bought before it begins, where the one before it ends. */
  isExtension: wire.isExtension,
});

/** `readAt`: this device's clock when the answer came. */
export function toSubscriptionInfo(wire: WireSubscriptionReply, readAt: number) {
  const latest = wire.subscription;
  return {
    plans: wire.plans,
    vatPercent: wire.vatPercent,
    /** How far the server's clock is ahead of this device's, in milliseconds. */
    clockAhead: Date.parse(wire.serverTime) - readAt,
    /** A payment of a plan whose end the bank has not reported yet. */
    awaitedPaymentId: wire.awaitedPayment?.id ?? null,
    /** The last purchase, with what it follows. */
    subscription: latest
      ? {
          /** Of all that is not over; of the last when all is. */
          title: latest.title,
          /** Epoch milliseconds of the server's clock. */
          endsAt: latest.expiryDate ? Date.parse(latest.expiryDate) : latest.startTimestamp + latest.durationDays * DAY,
          /** As the server saw it when it was read. */
          isActive: latest.isActive,
          /** Days before the end at which the server reminds: 7, 3 or 1; 0 without a reminder. */
          reminderDays: latest.reminderDays,
          /** Of the last; empty: it was not paid for in the panel. */
          paymentId: latest.paymentId,
          /** The running one and those that follow it, in order. */
          periods: latest.periods.map(toPeriod),
        }
      : null,
  };
}
