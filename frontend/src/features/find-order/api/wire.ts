import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import { wireFindReply, wireFoundOrder } from '../../../shared/api/wire/orders.gen';

/** GET /market/order-find-cp?code=1405-08-000123: codes are counted per seller. A row has one of the three statuses. */
export const wireFound = v.object({
  ...wireFindReply.entries,
  orders: v.array(v.object({ ...wireFoundOrder.entries, status: wireStatus })),
});
export type WireFound = v.InferOutput<typeof wireFound>;
