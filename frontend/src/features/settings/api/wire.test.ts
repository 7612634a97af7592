import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toSeller } from '../../../entities/seller/map';
import { wireSellerReply } from '../../../shared/api/wire/seller.gen';
import { wireDeliveryReply } from '../../../shared/api/wire/settings.gen';
import { wireSeller } from '../msw';
import { toLimits, toLimitsBody, toRule, toRuleBody, toSellerBody } from './map';

describe('the seller', () => {
  const record = (type: number) => toSeller(v.parse(wireSellerReply, { seller: [wireSeller(type)], version: 1 }));

  it('comes back as it went', () => {
    const read = record(1);
    if (!read) throw new Error('a store');
    expect(toSellerBody(read, read.form)).toMatchObject({
      _SellerType: 1,
      _isActive: true,
      _SellerNationalCode: '0013542419',
      _SellerTypeOfCollaboration: 1,
      _SellerAgreedCommission: 2.5,
      _SellerNationalCard: true,
      _password: '**********',
    });
  });

  it('of the exclusive type sends no terms of cooperation', () => {
    const read = record(3);
    if (!read) throw new Error('a store');
    expect(
      Object.keys(toSellerBody(read, read.form)).filter((key) => /Sheba|Shaba|Commission|Price|Card/.test(key)),
    ).toEqual([]);
  });
});

it('names the limits by their places and sends them by their titles', () => {
  const limits = toLimits({
    version: 4,
    meghdar: ['الف', 'ب', 'پ', 'ت'].map((f1, index) => ({ f1, f2: index })),
  });
  expect(limits).toMatchObject({ form: { minAmount: 0, minPackages: 1, shipping: 2 }, tax: 3 });
  expect(toLimitsBody(limits, { ...limits.form, shipping: 7 })).toEqual({
    version: 4,
    items: [
      { _id: 'الف', _Meghdar: 0 },
      { _id: 'ب', _Meghdar: 1 },
      { _id: 'پ', _Meghdar: 7 },
      { _id: 'ت', _Meghdar: 3 },
    ],
  });
});

describe('the delivery rule', () => {
  it('reads no preparation from −1 and sends it so', () => {
    const wire = v.parse(wireDeliveryReply, {
      version: 1,
      masir: [{ _id: 's', f1: '1405/08/01', f2: '1405/08/30', f3: -1, f5: '', approximate: false }],
    });
    const rule = toRule(wire);
    expect(rule).toMatchObject({ id: 's', form: { preparation: null }, deliveryDate: null });
    expect(toRuleBody(1)(rule, rule.form)).toMatchObject({
      _Ady_mahdoodiatAmadesazi: -1,
      _Vije_endDoreTimeSefaresh: ' ',
    });
  });

  it('sends the fields of the other kind as one space', () => {
    const none = toRule({ version: 1, masir: [] });
    expect(toRuleBody(2)(none, { ...none.form, daysAfter: 3, cutOff: '0930' })).toEqual({
      version: 1,
      _id: '',
      _Ady_startDoreDateSefaresh: ' ',
      _Ady_endDoreDateSefaresh: ' ',
      _Ady_mahdoodiatAmadesazi: ' ',
      _Ady_tarikheTahvileSefaresh: ' ',
      _Vije_moddatZamTahvile: 3,
      _Vije_endDoreTimeSefaresh: '09:30',
    });
  });
});
