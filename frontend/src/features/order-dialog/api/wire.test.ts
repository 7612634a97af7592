import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import type { components } from '../../../shared/api/schema.gen';
import { workedFullOrder } from '../fixtures/worked';
import { wireFullOrderOf } from '../msw';
import { toFullOrder } from './map';
import { type WireUpdateBody, type wireDeleted, wireFullOrder, type wireSettled, type wireUpdated } from './wire';

type Schemas = components['schemas'];
type Accepted = v.InferInput<typeof wireFullOrder>;

// Compared by the type checker: what the server declares has to be something that the schema accepts. It declares the
// status as any number, which the schema narrows to the three there are.
it('accepts what the server declares, and sends what it takes', () => {
  expectTypeOf<Omit<Schemas['SheetReply'], 'order'>>().toExtend<Omit<Accepted, 'order'>>();
  expectTypeOf<Omit<Schemas['SheetReply']['order'], 'status'>>().toExtend<Omit<Accepted['order'], 'status'>>();
  expectTypeOf<Pick<Schemas['ReviseOrderReply'], 'version'>>().toExtend<
    Pick<v.InferInput<typeof wireUpdated>, 'version'>
  >();
  expectTypeOf<Pick<Schemas['StatusReply'], 'version'>>().toExtend<Pick<v.InferInput<typeof wireSettled>, 'version'>>();
  expectTypeOf<Schemas['MessageReply']>().toExtend<v.InferInput<typeof wireDeleted>>();
  expectTypeOf<WireUpdateBody['products'][number]['options'][number]>().toExtend<Schemas['OptionBody']>();
  expectTypeOf<Omit<WireUpdateBody, 'products'>>().toExtend<Omit<Schemas['ReviseOrderBody'], 'products'>>();
});

it('reads an order as the server writes it', () => {
  expect(toFullOrder('o1', v.parse(wireFullOrder, wireFullOrderOf(workedFullOrder)))).toEqual(workedFullOrder);
});

it('turns the digits of the dates Persian, and ships nothing for an empty order', () => {
  const wire = { ...wireFullOrderOf({ ...workedFullOrder, products: [] }), createdAtS: '1405/08/30 - 12:10' };
  wire.order.hazinehErsal = 350_000;
  expect(toFullOrder('o1', v.parse(wireFullOrder, wire))).toMatchObject({
    createdAt: '۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰',
    shipping: 0,
  });
});

it('does not take a status or an amount that is none', () => {
  const wire = wireFullOrderOf(workedFullOrder);
  expect(v.safeParse(wireFullOrder, { ...wire, order: { ...wire.order, status: 3 } }).success).toBe(false);
  expect(v.safeParse(wireFullOrder, { ...wire, order: { ...wire.order, hazinehErsal: 0.5 } }).success).toBe(false);
});
