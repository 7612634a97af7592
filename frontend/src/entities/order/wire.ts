import * as v from 'valibot';
import type { Sent } from '../../shared/api/calls';
import { type WireReviseOrderBody, wireStatusReply } from '../../shared/api/wire/orders.gen';

/** The document says any whole number: one that nobody knows yet is not taken for one of the three. */
export const wireStatus = v.picklist([0, 1, 2]);

/** What the calls that save, cancel, reopen and discard answer. */
export const wireSettled = v.object({ ...wireStatusReply.entries, status: wireStatus });
export type WireSettled = v.InferOutput<typeof wireSettled>;

/** What order-update-cp is sent: all lines, and of the rest what has changed. */
export type WireReviseBody = Sent<WireReviseOrderBody>;
