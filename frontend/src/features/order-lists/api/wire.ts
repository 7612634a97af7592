import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import { wireAllOrdersReply, wireOrderRow } from '../../../shared/api/wire/orders.gen';

/** A row has one of the three statuses. */
const wireRows = v.array(v.object({ ...wireOrderRow.entries, status: wireStatus }));

/** GET /market/fetch-order-list-app2/{customerId} */
export const wireOrderList = v.object({ OrdersList: wireRows });
export type WireOrderList = v.InferOutput<typeof wireOrderList>;

/** GET /market/orders-app2 */
export const wireAllOrders = v.object({ ...wireAllOrdersReply.entries, OrdersList: wireRows });
export type WireAllOrders = v.InferOutput<typeof wireAllOrders>;
