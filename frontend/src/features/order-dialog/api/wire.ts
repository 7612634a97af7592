import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import { wireReviseOrderReply } from '../../../shared/api/wire/orders.gen';

/** POST /market/order-update-cp/{orderId}: one of the three statuses. */
export const wireUpdated = v.object({ ...wireReviseOrderReply.entries, status: wireStatus });
export type WireUpdated = v.InferOutput<typeof wireUpdated>;

/** What order-update-cp is sent: all lines, and of the rest what has changed. Numbers, where the document takes texts too. */
export interface WireUpdateBody {
  readonly products: readonly {
    readonly options: readonly { readonly typeId: string; readonly quantity: number; readonly initialPrice?: number }[];
  }[];
  readonly shippingCost?: number;
  readonly PaperBill?: number;
  readonly sellerToz?: string;
  readonly version: number;
}
