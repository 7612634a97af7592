import { HttpResponse, http } from 'msw';
import type { WireSeriesReply } from '../../shared/api/wire/sales.gen';
import type { WireSalesRows } from './wire';

const totals = (totalAmount: number) => ({ totalOrders: 2, totalQuantity: 9, totalAmount });

export const productRow = (productName: string, typeName: string, amount: number) => ({
  productName,
  typeName,
  ...totals(amount),
});

/** Days and the amounts sold on them. */
export const salesSeriesIs = (days: Readonly<Record<string, number>> = {}) =>
  http.get('*/report/sales-series-app2/:n', () =>
    HttpResponse.json({
      points: Object.entries(days).map(([date, amount]) => ({ date, ...totals(amount) })),
    } satisfies WireSeriesReply),
  );

/** The products report: it keeps what it was asked, and can be told to refuse the next call. */
export function productsReport(counts: WireSalesRows['counts']) {
  const asked: string[] = [];
  let refused: number | null = null;
  const handler = http.get('*/report/dashboard-basket-product-type-nums-app2/:n', ({ params, request }) => {
    asked.push(`${String(params['n'])}${decodeURIComponent(new URL(request.url).search)}`);
    if (refused !== null) {
      const status = refused;
      refused = null;
      return HttpResponse.json({}, { status });
    }
    return HttpResponse.json({ counts });
  });
  return {
    handler,
    asked,
    refuseNext: (status: number) => {
      refused = status;
    },
  };
}
