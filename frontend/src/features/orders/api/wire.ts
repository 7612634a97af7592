import * as v from 'valibot';
import { wireStatus } from '../../../entities/order/wire';
import { type WireOrderOption, type WireOrderProduct, wireOrderReply } from '../../../shared/api/wire/orders.gen';

/** GET /market/fetch-order-joz-app2/{orderId}: `toz` is the customer's note, `toz2` the seller's. One of three statuses. */
export const wireOrder = v.object({ ...wireOrderReply.entries, status: wireStatus });
export type WireOrder = v.InferOutput<typeof wireOrder>;

/** A line that is put into the order takes the price of the day, whatever it cost before: it brings none. */
export type WireOptionBody = Omit<WireOrderOption, 'initialPrice'> & Partial<Pick<WireOrderOption, 'initialPrice'>>;

/** What order-update-app2 is sent: with the figures that part 2 asks for and the document leaves out. */
export interface WireUpdateBody {
  readonly products: readonly (Omit<WireOrderProduct, 'options'> & {
    readonly options: readonly WireOptionBody[];
  })[];
  readonly totalPurchase: number;
  readonly totalPurchase2: number;
  readonly tax: number;
  readonly shippingCost: number;
  readonly totalOrder: number;
  readonly taxRate: number;
  readonly countKol: number;
  readonly version: number;
}

/** What the calls that save, cancel, reopen and discard are sent. */
export interface WireVersionBody {
  readonly version: number;
}

/** What order-update-app2-toz is sent. */
export interface WireNoteBody {
  readonly sellerToz: string;
  readonly customerToz: string;
  readonly version: number;
}
