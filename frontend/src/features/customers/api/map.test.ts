import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wireCustomerListReply } from '../../../shared/api/wire/customers.gen';
import { wireCustomerOf } from '../msw';
import { toCustomerPage } from './map';

const page = (user: object) => ({ users: [user], totalPages: 1, totals: { all: 1, unprocessed: 1, processed: 0 } });

it('reads a customer that left everything empty', () => {
  const { items } = toCustomerPage(
    v.parse(
      wireCustomerListReply,
      page({ _id: 'a', f2: 'حسن', f3: '', f4: { name: '' }, f7: null, f8: '', f11: { name: '' }, f12: '', f16: 1 }),
    ),
  );
  expect(items).toEqual([
    {
      id: 'a',
      title: 'حسن',
      mobile: '',
      tradeType: '',
      shopName: '',
      activityArea: '',
      address: '',
      lastOrderAt: null,
      hasOpenOrder: false,
    },
  ]);
});

it('does not take a customer without a name, nor counts that are none', () => {
  expect(v.safeParse(wireCustomerListReply, page({ ...wireCustomerOf('a'), f2: null })).success).toBe(false);
  const counted = { ...page(wireCustomerOf('a')), totalPages: 0.5 };
  expect(v.safeParse(wireCustomerListReply, counted).success).toBe(false);
});
