import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { SellerForm } from '../../../entities/seller/types';
import { wireSeller } from '../msw';
import { cardsSchema, limitsSchema, ruleSchema, sellerSchema, tiersSchema } from './schema';
import type { Tier } from './types';

/** Where something is wrong, and which rule says so. */
const wrong = (schema: v.GenericSchema, value: unknown): readonly string[] =>
  (v.safeParse(schema, value).issues ?? []).map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.type}`);

const tier = (from: number | null, to: number | null, percent = '5'): Tier => ({ id: '', from, to, percent });

describe('tiers', () => {
  it.each([
    ['nothing', [], []],
    ['tiers beside one another', [tier(0, 9), tier(10, 20)], []],
    ['one value wide', [tier(5, 5)], []],
    ['a missing end', [tier(0, null)], ['items.0.to non_nullable']],
    ['a missing percentage', [tier(0, 1), tier(2, 3, '')], ['items.1.percent non_empty']],
    ['an end before the start', [tier(0, 1), tier(9, 3)], ['items.1.to partial_check']],
    ['more than all', [tier(0, 1, '100.01')], ['items.0.percent check']],
    ['a shared value', [tier(10, 20), tier(0, 10)], ['items.0.from raw_check']],
  ] as const)('%s', (_, items, found) => {
    expect(wrong(tiersSchema, { items })).toEqual(found);
  });

  it('overlap exactly when some value lies in two of them', () => {
    const range = fc.tuple(fc.nat(30), fc.nat(6)).map(([from, width]) => tier(from, from + width));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (items) => {
        const values = Array.from({ length: 40 }, (_, value) => value);
        const twice = values.some(
          (value) => items.filter(({ from, to }) => (from ?? 0) <= value && value <= (to ?? 0)).length > 1,
        );
        expect(wrong(tiersSchema, { items }).length > 0).toBe(twice);
      }),
    );
  });
});

it('takes no card that is empty or blank', () => {
  expect(
    wrong(cardsSchema, {
      items: [
        { id: 'a', text: 'متن' },
        { id: '', text: ' \n' },
      ],
    }),
  ).toEqual(['items.1.text non_empty']);
});

it('takes no limit that is empty', () => {
  expect(wrong(limitsSchema, { minAmount: 0, minPackages: null, shipping: 1 })).toEqual(['minPackages non_nullable']);
});

describe('a delivery rule', () => {
  const rule = { start: '1405/08/20', end: '1405/08/25', preparation: null, daysAfter: 2, cutOff: '1400' };
  it.each([
    [1, {}, []],
    [1, { end: '1405/08/20' }, []],
    [1, { cutOff: '', daysAfter: null }, []],
    [1, { end: '' }, ['end non_empty']],
    [1, { end: '1405/13/01' }, ['end check']],
    [1, { start: '1405/08/26' }, ['start partial_check']],
    [2, { start: '', end: '' }, []],
    [2, { daysAfter: null }, ['daysAfter non_nullable']],
    [2, { cutOff: '' }, ['cutOff non_empty']],
    [2, { cutOff: '2400' }, ['cutOff check']],
    [2, { cutOff: '140' }, ['cutOff check']],
  ] as const)('of kind %i with %j: %j', (kind, given, found) => {
    expect(wrong(ruleSchema(kind), { ...rule, ...given }).slice(0, 1)).toEqual(found);
  });
});

describe('the seller', () => {
  const { seller } = wireSeller();
  const form: SellerForm = {
    active: true,
    title: seller.SellerTitle,
    representative: seller.SellerRepresentative,
    mobile: '09120000001',
    sellerCode: seller.SellerCode,
    nationalCode: seller.SellerNationalCode,
    workStart: seller.SellerWorkStartDate,
    priceEditRange: seller.SellerUpdatePrice,
    nationalCardReceived: true,
    cooperation: 'percentage',
    commission: '2.5',
    commissionDate: seller.SellerAgreedCommissionPayDateTime,
    cardNumber: seller.SellerAccountNumberOrBankCardNumber,
    sheba: seller.SellerShabaNumber,
    username: 'arman',
    password: '**********',
    currentPassword: '',
    address: seller.SellerAddress,
  };
  it.each([
    ['what is there', {}, []],
    ['a blank title', { title: ' ' }, ['title non_empty']],
    ['no cooperation', { cooperation: '' }, ['cooperation check']],
    ['a foreign phone', { mobile: '19120000001' }, ['mobile regex', 'currentPassword partial_check']],
    ['a wrong card', { cardNumber: '6037991234567890' }, ['cardNumber check']],
    ['a short password', { password: 'short', currentPassword: 'x' }, ['password min_code_points']],
    ['a new password alone', { password: 'long enough' }, ['currentPassword partial_check']],
    ['a long address', { address: 'آ'.repeat(301) }, ['address max_code_points']],
  ] as const)('%s', (_, given, found) => {
    expect(
      wrong(
        sellerSchema(() => form, 1),
        { ...form, ...given },
      ),
    ).toEqual(found);
  });

  it('has no terms of cooperation when exclusive', () => {
    expect(
      wrong(
        sellerSchema(() => form, 3),
        { ...form, sheba: '', cardNumber: '1', cooperation: '' },
      ),
    ).toEqual([]);
  });
});
