import { expect, it } from 'vitest';
import { toSubscriptionInfo } from './map';
import { days, subscriptionReply } from './msw';
import { daysLeftAt } from './useDaysLeft';

const DEVICE = Date.parse('2026-11-23T10:00:00Z');
const HOUR = 3_600_000;

/** Read now, with the server's clock so far ahead. */
const read = (left: number | null, ahead = 0, over = {}) =>
  toSubscriptionInfo(subscriptionReply(left, over, { serverTime: DEVICE + ahead }), DEVICE);

it.each([
  ['none', null, 0, null],
  ['the last millisecond', 1, 0, 1],
  ['the very end', 0, 0, 0],
  ['after it', -1, 0, 0],
  ['thirty days', days(30), 0, 30],
  ['thirty days and the way of the answer', days(30) + 2_000, 0, 30],
  ['a begun day', days(3) + HOUR, 0, 4],
  ['a device that is an hour behind', days(1), HOUR, 1],
  ['a device that is a day ahead', days(1), -days(1), 1],
])('%s', (_, left, ahead, expected) => {
  expect(daysLeftAt(read(left, ahead), DEVICE)).toBe(expected);
});

it('goes by the server, not by the device, while the time passes', () => {
  const info = read(HOUR, -days(400));
  expect(daysLeftAt(info, DEVICE + HOUR - 1)).toBe(1);
  expect(daysLeftAt(info, DEVICE + HOUR)).toBe(0);
});

it('is over when the server says so, whatever the clock', () => {
  expect(daysLeftAt(read(days(5), 0, { isActive: false }), DEVICE)).toBe(0);
});
