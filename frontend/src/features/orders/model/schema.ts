import * as v from 'valibot';
import { count, keptOrder } from '../../../entities/order/edit/schema';
import type { KeptSchema } from '../../../entities/session/schema';
import type { Kept } from './draft';

const points = v.pipe(count, v.maxValue(10_000));

/** What the tab has kept of an order's page. */
export const keptPage: KeptSchema<Kept> = v.object({
  before: v.nullable(v.object(keptOrder)),
  changes: v.record(v.string(), count),
  note: v.nullable(v.object({ text: v.string(), was: v.string() })),
  adjustment: v.object({ percentPoints: points, bonus: count, cashPoints: points }),
});
