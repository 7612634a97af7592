import { HttpResponse, http } from 'msw';
import type { WirePayment, WirePeriod, WireSubscriptionReply } from '../../shared/api/wire/billing.gen';
import { nowMs } from '../../shared/lib/now';

const DAY = 86_400_000;
const months = [
  ['یک', 1],
  ['دو', 2],
  ['سه', 3],
  ['شش', 6],
  ['دوازده', 12],
] as const;

export const demoPlans: WireSubscriptionReply['plans'] = months.map(([word, count]) => ({
  id: `m${count}`,
  title: `اشتراک ${word} ماهه`,
  subtitle: 'ماهانه ۱ میلیون تومان',
  price: 1_000_000 * count,
  durationMonths: count,
}));

type WireSubscription = NonNullable<WireSubscriptionReply['subscription']>;

interface Clock {
  /** The server's, in epoch milliseconds. */
  readonly serverTime?: number;
  readonly plans?: WireSubscriptionReply['plans'];
  readonly awaitedPayment?: WirePayment;
}

/** Of one month from then on. */
export const wirePeriodIs = (startTimestamp: number, over: Partial<WirePeriod> = {}): WirePeriod => ({
  title: 'اشتراک یک ماهه',
  total: 1_100_000,
  startTimestamp,
  endTimestamp: startTimestamp + 30 * DAY,
  paymentId: '0190a0a0-0000-7000-8000-0000000000aa',
  isExtension: false,
  ...over,
});

/** A subscription of one month with so many milliseconds left; null for none. */
export function subscriptionReply(
  left: number | null,
  over: Partial<WireSubscription> = {},
  { serverTime = nowMs(), plans = demoPlans, awaitedPayment }: Clock = {},
): WireSubscriptionReply {
  const ends = serverTime + (left ?? 0);
  const starts = ends - 30 * DAY;
  const days = Math.ceil((left ?? 0) / DAY);
  return {
    plans,
    vatPercent: 10,
    awaitedPayment,
    serverTime: new Date(serverTime).toISOString(),
    subscription:
      left === null
        ? null
        : {
            planId: 'm1',
            title: 'اشتراک یک ماهه',
            price: 1_000_000,
            vat: 100_000,
            total: 1_100_000,
            purchaseDate: new Date(starts).toISOString(),
            expiryDate: new Date(ends).toISOString(),
            startTimestamp: starts,
            durationDays: 30,
            isActive: left > 0,
            reminderDays: left > 0 ? ([1, 3, 7].find((limit) => days <= limit) ?? 0) : 0,
            paymentId: '0190a0a0-0000-7000-8000-0000000000aa',
            periods: left > 0 ? [wirePeriodIs(starts)] : [],
            ...over,
          },
  };
}

export const days = (count: number): number => count * DAY;

/** `left` in milliseconds; null: never bought. */
export const subscriptionIs = (...reply: Parameters<typeof subscriptionReply>) =>
  http.get('*/market/subscription-app2', () => HttpResponse.json(subscriptionReply(...reply)));
