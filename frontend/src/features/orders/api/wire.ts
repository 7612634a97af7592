import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import type { Sent } from '../../../shared/api/calls';
import { type WireUpdateOrderBody, wireOrderReply } from '../../../shared/api/wire/orders.gen';

/** GET /market/fetch-order-joz-app2/{orderId}: `toz` is the customer's note, `toz2` the seller's. One of three statuses. */
export const wireOrder = v.object({ ...wireOrderReply.entries, status: wireStatus });
export type WireOrder = v.InferOutput<typeof wireOrder>;

/** A line that is added has no price here: it gets the current one, whatever it cost before. */
export type WireUpdateBody = Sent<WireUpdateOrderBody>;
