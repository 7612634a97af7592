import * as v from 'valibot';
import { ORDER_STATUSES } from '../../../entities/order/status';
import type { Kept } from './draft';

const whole = v.pipe(v.number(), v.safeInteger());
const points = v.pipe(whole, v.minValue(0), v.maxValue(10_000));

const line = v.object({
  typeId: v.string(),
  typeName: v.string(),
  unitName: v.string(),
  quantity: whole,
  buyPrice: whole,
  sellPrice: whole,
});

const order = v.object({
  code: v.string(),
  products: v.array(v.object({ id: v.string(), name: v.string(), image: v.string(), lines: v.array(line) })),
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
});

const keptDraft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    before: v.nullable(order),
    changes: v.record(v.string(), v.pipe(whole, v.minValue(0))),
    note: v.nullable(v.object({ text: v.string(), was: v.string() })),
    adjustment: v.object({ percentPoints: points, bonus: v.pipe(whole, v.minValue(0)), cashPoints: points }),
  }),
);

/** What the tab has kept of a draft; null for what another version of the client has written. */
export function readKept(text: string): Kept | null {
  const { success, output } = v.safeParse(keptDraft, text);
  return success ? output : null;
}
