import { toDiscounts } from '../../../entities/order/discounts';
import type { Discount, OrderTotals } from '../../../entities/order/types';
import type { WireOrderTotals, WirePlaceOrderReply, WireQuoteReply } from '../../../shared/api/wire/orders.gen';

export type Quote = ReturnType<typeof toQuote>;
export type Placed = ReturnType<typeof toPlaced>;

type Totals = OrderTotals & { readonly discount: number; readonly discounts: readonly Discount[] };

const toTotals = (wire: WireOrderTotals): Totals => ({
  units: wire.countKol,
  purchase: wire.totalPurchase,
  sales: wire.totalPurchase2,
  profit: wire.profit,
  profitPercent: wire.percent,
  tax: wire.tax,
  shipping: wire.shippingCost,
  grand: wire.totalOrder,
  discount: wire.discount,
  discounts: toDiscounts(wire.discounts),
});

export const toQuote = ({ totals, short, missing }: WireQuoteReply) => ({
  totals: toTotals(totals),
  /** Type → how much there is, in words. */
  short,
  /** To the seller's minimums. */
  missing,
});

export const toPlaced = ({ id, Code, version }: WirePlaceOrderReply) => ({ id, code: Code, version });
