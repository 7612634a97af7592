// @vitest-environment node
import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import type { components } from '../../../shared/api/schema.gen';
import { wireCustomerOf } from '../msw';
import { toCustomerPage } from './map';
import { wireCustomerPage } from './wire';

const page = (user: object) => ({ users: [user], totalPages: 1, totals: { all: 1, unprocessed: 1, processed: 0 } });

it('accepts what the server declares', () => {
  expectTypeOf<components['schemas']['CustomerListReply']>().toExtend<v.InferInput<typeof wireCustomerPage>>();
});

it('reads a customer that left everything empty', () => {
  const { items } = toCustomerPage(
    v.parse(wireCustomerPage, page({ _id: 'a', f2: 'حسن', f4: null, f7: null, f8: null, f16: 1 })),
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
  expect(v.safeParse(wireCustomerPage, page({ ...wireCustomerOf('a'), f2: null })).success).toBe(false);
  const counted = { ...page(wireCustomerOf('a')), totalPages: 0.5 };
  expect(v.safeParse(wireCustomerPage, counted).success).toBe(false);
});
