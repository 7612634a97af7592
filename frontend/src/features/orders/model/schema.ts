import * as v from 'valibot';
import { ORDER_STATUSES } from '../../../entities/order/status';
import type { KeptSchema } from '../../../entities/session/schema';
import type { KeptEdit } from '../../../entities/write/edit';
import type { FullOrder } from '../api/types';
import type { Changes } from './changes';
import type { Kept } from './draft';

const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));
const points = v.pipe(count, v.maxValue(10_000));
const amount = v.nullable(v.number());

const product = v.object({
  id: v.string(),
  name: v.string(),
  image: v.string(),
  lines: v.array(
    v.object({
      typeId: v.string(),
      typeName: v.string(),
      unitName: v.string(),
      quantity: whole,
      buyPrice: whole,
      sellPrice: whole,
    }),
  ),
});

const order = {
  code: v.string(),
  products: v.array(product),
  shipping: whole,
  taxRate: v.number(),
  discounts: v.optional(
    v.array(v.object({ typeId: v.nullable(v.string()), title: v.string(), percent: v.number(), amount: whole })),
    [],
  ),
  customerNote: v.string(),
  sellerNote: v.string(),
  status: v.picklist(ORDER_STATUSES),
  reopened: v.boolean(),
  revision: whole,
  version: whole,
};

/** What the tab has kept of an order's page. */
export const keptPage: KeptSchema<Kept> = v.object({
  before: v.nullable(v.object(order)),
  changes: v.record(v.string(), count),
  note: v.nullable(v.object({ text: v.string(), was: v.string() })),
  adjustment: v.object({ percentPoints: points, bonus: count, cashPoints: points }),
});

/** What it has kept of an order's dialog. */
export const keptChanges: KeptSchema<KeptEdit<FullOrder, Changes>> = v.object({
  // What the server gave besides is not compared with anything.
  before: v.pipe(
    v.looseObject({ ...order, paperBill: amount }),
    v.transform((copy) => copy as unknown as FullOrder),
  ),
  changes: v.object({
    quantities: v.record(v.string(), count),
    absent: v.array(product),
    prices: v.record(v.string(), amount),
    shipping: v.exactOptional(amount),
    paperBill: v.exactOptional(amount),
    note: v.exactOptional(v.string()),
  }),
});
