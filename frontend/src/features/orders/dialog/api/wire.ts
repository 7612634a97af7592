import * as v from 'valibot';
import { wireStatus } from '../../../../entities/order/wire';
import type { Sent } from '../../../../shared/api/calls';
import { type WireReviseOrderBody, wireReviseOrderReply } from '../../../../shared/api/wire/orders.gen';

/** POST /market/order-update-cp/{orderId}: one of the three statuses. */
export const wireUpdated = v.object({ ...wireReviseOrderReply.entries, status: wireStatus });
export type WireUpdated = v.InferOutput<typeof wireUpdated>;

/** What order-update-cp is sent: all lines, and of the rest what has changed. */
export type WireUpdateBody = Sent<WireReviseOrderBody>;
