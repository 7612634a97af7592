import { HttpResponse, http } from 'msw';
import type { WireSeriesReply } from '../../shared/api/wire/sales.gen';
import { nextAnswer } from '../../testing/nextAnswer';
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

/** The products report. `asked` lists what was asked for; the next call can be refused or held back. */
export function productsReport(counts: WireSalesRows['counts']) {
  const asked: string[] = [];
  const next = nextAnswer();
  const handler = http.get('*/report/dashboard-basket-product-type-nums-app2/:n', async ({ params, request }) => {
    asked.push(`${String(params['n'])}${decodeURIComponent(new URL(request.url).search)}`);
    return (await next.due()) ?? HttpResponse.json({ counts });
  });
  return { handler, asked, ...next };
}
