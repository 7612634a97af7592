import type { WireDiscount, WireOrderTotals } from '../../shared/api/wire/orders.gen';
import { discountOf } from './order.math';
import type { Discount, OrderTotals } from './types';

/** As an answer carries them. */
export const wireDiscountsOf = (discounts: readonly Discount[]): { discount: number; discounts: WireDiscount[] } => ({
  discount: discountOf(discounts),
  discounts: discounts.map((discount) => ({ ...discount, scope: discount.typeId === null ? 'order' : 'line' })),
});

export const wireTotalsOf = (totals: OrderTotals, discounts: readonly Discount[] = []): WireOrderTotals => ({
  totalPurchase: totals.purchase,
  totalPurchase2: totals.sales,
  tax: totals.tax,
  shippingCost: totals.shipping,
  totalOrder: totals.grand,
  countKol: totals.units,
  profit: totals.profit,
  percent: totals.profitPercent,
  ...wireDiscountsOf(discounts),
});
