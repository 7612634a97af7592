import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { wireSellerReply } from '../../../shared/api/wire/seller.gen';
import { wireDeliveryReply } from '../../../shared/api/wire/settings.gen';
import { NO_RULE } from '../model/types';
import { wireSeller } from '../msw';
import { toLimitItems, toLimits, toRule, toRuleEdit, toSellerEdit, toSellerRecord } from './map';

describe('the seller', () => {
  const record = (type: number) => toSellerRecord(v.parse(wireSellerReply, { seller: [wireSeller(type)], version: 1 }));

  it('comes back as it went', () => {
    const read = record(1);
    if (!read) throw new Error('a store');
    expect(toSellerEdit(read, read.form)).toMatchObject({
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
      Object.keys(toSellerEdit(read, read.form)).filter((key) => /Sheba|Shaba|Commission|Price|Card/.test(key)),
    ).toEqual([]);
  });

  it('is none for a user without a store', () => {
    expect(toSellerRecord({ seller: [], version: 1 })).toBeNull();
  });
});

it('names the limits by their places and sends them by their titles', () => {
  const { value: limits, version } = toLimits({
    version: 4,
    meghdar: ['الف', 'ب', 'پ', 'ت'].map((f1, index) => ({ f1, f2: index })),
  });
  expect(version).toBe(4);
  expect(limits.map(({ name }) => name)).toEqual(['minAmount', 'minPackages', 'shipping', 'tax']);
  expect(toLimitItems(limits)[2]).toEqual({ _id: 'پ', _Meghdar: 2 });
});

describe('the delivery rule', () => {
  it('reads no preparation from −1 and sends it so', () => {
    const { masir } = v.parse(wireDeliveryReply, {
      version: 1,
      masir: [{ _id: 's', f1: '1405/08/01', f2: '1405/08/30', f3: -1, f5: '', approximate: false }],
    });
    const [wire] = masir;
    if (!wire) throw new Error('a rule');
    const rule = toRule(wire);
    expect(rule).toMatchObject({ preparation: null, deliveryDate: null });
    expect(toRuleEdit(1, rule)).toMatchObject({ _Ady_mahdoodiatAmadesazi: -1, _Vije_endDoreTimeSefaresh: ' ' });
  });

  it('sends the fields of the other kind as one space', () => {
    expect(toRuleEdit(2, { ...NO_RULE, daysAfter: 3, cutOff: '0930' })).toEqual({
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
