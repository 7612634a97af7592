import * as v from 'valibot';
import type { Sent } from '../../shared/api/calls';
import { type WireReviseOrderBody, wireStatusReply } from '../../shared/api/wire/orders.gen';

/** The server's document allows any whole number; one that this client does not know is refused. */
export const wireStatus = v.picklist([0, 1, 2]);

/** The answer of the calls that save, cancel, reopen and discard. */
export const wireSettled = v.object({ ...wireStatusReply.entries, status: wireStatus });
export type WireSettled = v.InferOutput<typeof wireSettled>;

/** The body of order-update-cp: all lines, and of the rest what has changed. */
export type WireReviseBody = Sent<WireReviseOrderBody>;
