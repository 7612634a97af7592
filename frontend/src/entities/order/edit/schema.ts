import * as v from 'valibot';
import type { StoredSchema } from '../../session/schema';
import type { StoredEdit } from '../../write/edit';
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
      stock: v.optional(v.nullable(whole), null),
    }),
  ),
});

/** An order in the tab's storage. Another version of the client may have written anything there. */
export const storedOrder = {
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

/** The changes of a sheet in the tab's storage. */
export const storedSheetEdit: StoredSchema<StoredEdit<FullOrder, Changes>> = v.object({
  // The sheet's other fields are stored as well, but never compared, so they are not checked.
  before: v.pipe(
    v.looseObject({ ...storedOrder, paperBill: amount }),
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
