import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wireOrderRowOf } from '../msw';
import { toOrderRows } from './map';
import { wireOrderList } from './wire';

it('reads the state, the promised day and the instant of an order', () => {
  const [order] = toOrderRows(v.parse(wireOrderList, { OrdersList: [wireOrderRowOf('o1', 2)] }));
  expect(order).toMatchObject({
    status: 'cancelled',
    deliveryDate: '1405/09/02',
    createdAt: Date.UTC(2026, 10, 21, 8, 40),
    total: 11_245_640,
  });
});

it('knows an order without a promised day', () => {
  const wire = { OrdersList: [wireOrderRowOf('o1', 0, { orderDateTimeServe: '', createdAt: null })] };
  expect(toOrderRows(v.parse(wireOrderList, wire))[0]).toMatchObject({ deliveryDate: null, createdAt: null });
});

it('does not take a status or an amount that is none', () => {
  const row = wireOrderRowOf('o1', 0);
  expect(v.safeParse(wireOrderList, { OrdersList: [{ ...row, status: 3 }] }).success).toBe(false);
  expect(v.safeParse(wireOrderList, { OrdersList: [{ ...row, mablagheKol: 0.5 }] }).success).toBe(false);
});
