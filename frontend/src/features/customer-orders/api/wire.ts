import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import { wireOrderRow } from '../../../shared/api/wire/orders.gen';

/** GET /market/fetch-order-list-app2/{customerId}: a row has one of the three statuses. */
export const wireOrderList = v.object({
  OrdersList: v.array(v.object({ ...wireOrderRow.entries, status: wireStatus })),
});
export type WireOrderList = v.InferOutput<typeof wireOrderList>;
