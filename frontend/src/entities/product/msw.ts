import { HttpResponse, http } from 'msw';

/** What can still be sold, by type; types that are not named have plenty. */
export const stockIs = (stock: Readonly<Record<string, number>> = {}, otherwise = 99) =>
  http.get('*/market/getMojoody-app2/:typeId', ({ params }) =>
    HttpResponse.json({ product: [{ mojoody: stock[String(params['typeId'])] ?? otherwise }] }),
  );

export const typeDetailIs = (detail: { name?: string; toz?: string; pieces?: number; brand?: string } = {}) =>
  http.get('*/market/product-type-detail/:typeId', () =>
    HttpResponse.json({
      data: {
        nameNoeMahsool: detail.name ?? '۷۰۰ گرم',
        toz: detail.toz ?? '',
        tedadDarVahed: detail.pieces ?? 20,
        imgs: [{ src: '/images/products/P011.svg' }],
        products: [{ brand: { name: detail.brand ?? 'زرخوشه' } }],
      },
    }),
  );
