import * as v from 'valibot';
import type { KeptSchema } from '../../session/schema';
import type { KeptEdit } from '../../write/edit';
import type { FullOrder } from '../sheet';
import { ORDER_STATUSES } from '../status';
import type { Changes } from './changes';

const whole = v.pipe(v.number(), v.safeInteger());
export const count = v.pipe(whole, v.minValue(0));
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

/** What a tab has kept of an order: of another version of the client it may be anything. */
export const keptOrder = {
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

/** What it has kept of the changes of a sheet. */
export const keptSheet: KeptSchema<KeptEdit<FullOrder, Changes>> = v.object({
  // What the server gave besides is not compared with anything.
  before: v.pipe(
    v.looseObject({ ...keptOrder, paperBill: amount }),
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
