import { expect, it } from 'vitest';
import { orderCodeOf } from './orderCode';

it.each([
  '1405-08-000123',
  '۱۴۰۵-۰۸-۰۰۰۱۲۳',
  '١٤٠٥-٠٨-٠٠٠١٢٣',
  '1405 08 123',
  '1405/8/123',
  ' ۱۴۰۵ ۸ ۱۲۳ ',
  '140508000123',
  '140508123',
  '140508 123',
  '1405 08000123',
  '1405\u200c-\u200c08\u2013000123',
  'سفارش ۱۴۰۵-۰۸-۰۰۰۱۲۳',
])('reads «%s»', (text) => {
  expect(orderCodeOf(text)).toBe('1405-08-000123');
});

it.each(['', '   ', '123', '1405', '1405-08', '1405-13-1', '1405-00-1', '1405-08-0', '2026-11-21', '1405-08-1-2'])(
  'does not take «%s» for a code',
  (text) => {
    expect(orderCodeOf(text)).toBeNull();
  },
);

it('keeps a counter that has outgrown its six digits', () => {
  expect(orderCodeOf('1405-08-1234567')).toBe('1405-08-1234567');
});
