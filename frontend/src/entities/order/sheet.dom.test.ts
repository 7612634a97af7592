import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wireSheetReply } from '../../shared/api/wire/orders.gen';
import { workedSheet } from './fixtures/workedSheet';
import { wireSheetOf } from './msw';
import { isKnown, toOrderSheet } from './sheet';

it('reads an order as the server writes it', () => {
  expect(toOrderSheet('o1', v.parse(wireSheetReply, wireSheetOf(workedSheet)))).toEqual(workedSheet);
});

it('may lack what nobody has written', () => {
  const wire = wireSheetOf(workedSheet);
  const order = { ...wire.order, customerTelephone: '', customerQR: '', PaperBill: undefined };
  const bare = { ...wire, order, orderDateTimeServeS: '' };
  expect(toOrderSheet('o1', v.parse(wireSheetReply, bare))).toMatchObject({
    customer: { landline: '' },
    qr: '',
    deliveryDate: '',
    paperBill: null,
  });
});

it('turns the digits of the dates Persian, and ships nothing for an empty order', () => {
  const wire = { ...wireSheetOf({ ...workedSheet, products: [] }), createdAtS: '1405/08/30 - 12:10' };
  wire.order.hazinehErsal = 350_000;
  expect(toOrderSheet('o1', v.parse(wireSheetReply, wire))).toMatchObject({
    createdAt: '۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰',
    shipping: 0,
  });
});

it('works on no order of a status that nobody knows, and takes no amount that is none', () => {
  const wire = wireSheetOf(workedSheet);
  expect(isKnown(toOrderSheet('o1', { ...wire, order: { ...wire.order, status: 3 } }))).toBe(false);
  expect(v.safeParse(wireSheetReply, { ...wire, order: { ...wire.order, hazinehErsal: 0.5 } }).success).toBe(false);
});
