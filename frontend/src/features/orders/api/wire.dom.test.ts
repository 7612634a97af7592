import * as v from 'valibot';
import { expect, it } from 'vitest';
import { workedOrder } from '../../../entities/order/fixtures/worked';
import { linesOf } from '../../../entities/order/order.math';
import { toSavedLines } from '../../../entities/order/saved';
import { wireHistoryReply } from '../../../shared/api/wire/orders.gen';
import { toOrder, toStocks, toUpdateBody } from './map';
import { wireOrder } from './wire';

const option = (typeId: string, quantity: number) => ({
  type: '۷۰۰ گرم',
  typeId,
  quantity,
  initialPrice: 1_260_000,
  initialPrice2: 1_440_000,
  price: 1_260_000 * quantity,
  package: 'کارتن',
  mojoody: quantity + 4,
});

const answer = {
  joz: {
    products: [
      { _id: 'a', name: 'اسپاگتی', image: '/images/products/P011.svg', options: [option('1', 3)] },
      { _id: 'b', name: 'رب', image: '', options: [option('2', 1)] },
      { _id: 'a', name: 'اسپاگتی', image: '/images/products/P011.svg', options: [option('3', 2)] },
    ],
    shippingCost: 350_000,
    discount: 0,
    discounts: [],
    taxRate: 9,
  },
  toz: 'زنگ بزنید',
  toz2: '',
  status: 1,
  version: 7,
  Code: '1405-08-000123',
  reopened: false,
  revision: 2,
  customerName: 'رضا احمدی',
  customerOnvanFrooshgah: 'سوپرمارکت 2',
  customerCellPhone: '09120000011',
  customerTelephone: '',
  createdAtS: '1405/08/30 - 12:00',
  orderDateTimeServeS: '',
};

it('puts the types of products that share an id together', () => {
  const order = toOrder(v.parse(wireOrder, answer));
  expect(order.products.map(({ id, lines }) => [id, lines.map(({ typeId }) => typeId)])).toEqual([
    ['a', ['1', '3']],
    ['b', ['2']],
  ]);
  expect(order).toMatchObject({ code: '1405-08-000123', status: 'registered', reopened: false, revision: 2 });
  expect(order).toMatchObject({ version: 7, customerNote: 'زنگ بزنید', sellerNote: '' });
  expect(order.head).toEqual({
    customer: { name: 'رضا احمدی', shopName: 'سوپرمارکت ۲', mobile: '09120000011', landline: '' },
    createdAt: '۱۴۰۵/۰۸/۳۰ · ۱۲:۰۰',
    deliveryDate: '',
  });
});

it('knows the stock of each line, and where it is not known', () => {
  const [first, ...others] = answer.joz.products;
  const unknown = { ...first!, options: [{ ...option('1', 3), mojoody: null }] };
  const wire = v.parse(wireOrder, { ...answer, joz: { ...answer.joz, products: [unknown, ...others] } });
  expect(toStocks(wire)).toEqual({ 1: null, 2: 5, 3: 6 });
  expect(linesOf(toOrder(wire).products).map(({ stock }) => stock)).toEqual([null, 6, 5]);
});

it('ships nothing for an empty order', () => {
  const empty = { ...answer, joz: { ...answer.joz, products: [] } };
  expect(toOrder(v.parse(wireOrder, empty)).shipping).toBe(0);
});

it('does not take a status, quantity or price that is none', () => {
  expect(v.safeParse(wireOrder, { ...answer, status: 3 }).success).toBe(false);
  const [first] = answer.joz.products;
  const broken = { ...first, options: [{ ...option('1', 1), initialPrice: 0.5 }] };
  expect(v.safeParse(wireOrder, { ...answer, joz: { ...answer.joz, products: [broken] } }).success).toBe(false);
});

it('sends the whole order with its totals and the version it was read at', () => {
  expect(toUpdateBody({ ...workedOrder, version: 7 })).toMatchObject({
    totalPurchase: 9_996_000,
    totalPurchase2: 11_568_000,
    tax: 899_640,
    shippingCost: 350_000,
    totalOrder: 11_245_640,
    taxRate: 9,
    countKol: 15,
    version: 7,
    products: [
      { _id: 'P011', options: [{ typeId: 'P011-2', quantity: 3, initialPrice: 1_260_000, price: 3_780_000 }] },
      { _id: 'P016', options: [{ typeId: 'P016-2', quantity: 2 }] },
      { _id: 'P032', options: [{ typeId: 'P032-2', quantity: 10 }] },
    ],
  });
});

it('sends no price of a line that comes into the order', () => {
  const [first, second] = toUpdateBody(workedOrder, new Set(['P016-2'])).products;
  expect(first?.options[0]).toHaveProperty('initialPrice', 1_260_000);
  expect(second?.options[0]).not.toHaveProperty('initialPrice');
});

it('reads what was registered last, and that nothing was', () => {
  const line = {
    typeId: '1',
    name: 'اسپاگتی',
    type: '۷۰۰ گرم',
    quantity: 3,
    package: 'کارتن',
    initialPrice: 1,
    price: 3,
  };
  const revisions = [
    { revision: 2, at: '2026-11-21T08:30:00Z', atS: '', by: '', totalOrder: 3, lines: [line] },
    { revision: 1, at: null, atS: '', by: '', totalOrder: 0, lines: [] },
  ];
  const wire = v.parse(wireHistoryReply, { revisions, events: [], truncated: false });
  expect(toSavedLines(wire)).toEqual([{ typeId: '1', name: 'اسپاگتی ۷۰۰ گرم', quantity: 3, buyPrice: 1 }]);
  expect(toSavedLines({ revisions: [] })).toBeNull();
});
