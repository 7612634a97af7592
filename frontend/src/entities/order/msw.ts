import type { WireOrderTotals } from '../../shared/api/wire/orders.gen';
import type { OrderTotals } from './types';

export const wireTotalsOf = (totals: OrderTotals): WireOrderTotals => ({
  totalPurchase: totals.purchase,
  totalPurchase2: totals.sales,
  tax: totals.tax,
  shippingCost: totals.shipping,
  totalOrder: totals.grand,
  countKol: totals.units,
  profit: totals.profit,
  percent: totals.profitPercent,
  discount: 0,
  discounts: [],
});
