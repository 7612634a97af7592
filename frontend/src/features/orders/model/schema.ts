import * as v from 'valibot';
import { MAX_POINTS } from '../../../entities/order/calculator';
import { count, storedOrder } from '../../../entities/order/edit/schema';
import type { StoredSchema } from '../../../entities/session/schema';
import type { StoredDraft } from './draft';

const points = v.pipe(count, v.maxValue(MAX_POINTS));

/** The draft of an order's page in the tab's storage. */
export const storedDraft: StoredSchema<StoredDraft> = v.object({
  before: v.nullable(v.object(storedOrder)),
  changes: v.record(v.string(), count),
  note: v.nullable(v.object({ text: v.string(), was: v.string() })),
  adjustment: v.object({ percentPoints: points, bonus: count, cashPoints: points }),
});
