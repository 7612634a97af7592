import * as v from 'valibot';
import { expect, it } from 'vitest';
import { toOrderSheet } from '../../../entities/order/sheet';
import { wireSheetReply } from '../../../shared/api/wire/orders.gen';
import { workedFullOrder } from '../dialog/fixtures/worked';
import { wireFullOrderOf } from '../dialog/msw';
import { isKnown } from './types';

it('reads an order as the server writes it', () => {
  expect(toOrderSheet('o1', v.parse(wireSheetReply, wireFullOrderOf(workedFullOrder)))).toEqual(workedFullOrder);
});

it('turns the digits of the dates Persian, and ships nothing for an empty order', () => {
  const wire = { ...wireFullOrderOf({ ...workedFullOrder, products: [] }), createdAtS: '1405/08/30 - 12:10' };
  wire.order.hazinehErsal = 350_000;
  expect(toOrderSheet('o1', v.parse(wireSheetReply, wire))).toMatchObject({
    createdAt: '۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰',
    shipping: 0,
  });
});

it('works on no order of a status that nobody knows, and takes no amount that is none', () => {
  const wire = wireFullOrderOf(workedFullOrder);
  expect(isKnown(toOrderSheet('o1', { ...wire, order: { ...wire.order, status: 3 } }))).toBe(false);
  expect(v.safeParse(wireSheetReply, { ...wire, order: { ...wire.order, hazinehErsal: 0.5 } }).success).toBe(false);
});
