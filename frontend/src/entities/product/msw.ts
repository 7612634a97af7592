import { HttpResponse, http } from 'msw';
import type { WireCatalogueProduct, WireCatalogueType, WireUnitsReply } from '../../shared/api/wire/products.gen';

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

const NUMERIC_UNIT = 'unit-piece';
const PACKAGE_UNIT = 'unit-package';

export const wireTypeOf = (id: string, own: Partial<WireCatalogueType> = {}): WireCatalogueType => ({
  _id: id,
  nameNoeMahsool: `نوع ${id}`,
  code: id,
  tedadDarVahed: 12,
  priceBuyOne: 80_000,
  priceSelOne: 100_000,
  mojoody: 40,
  imgs: [],
  toz: '',
  rowOrder: 1,
  vahed: PACKAGE_UNIT,
  isActive: true,
  version: 1,
  lowStock: 10,
  ...own,
});

export const wireProductOf = (id: string, own: Partial<WireCatalogueProduct> = {}): WireCatalogueProduct => ({
  _id: id,
  title: `محصول ${id}`,
  code: `P-${id}`,
  imgs: [{ src: '/images/products/P011.svg' }],
  brand: { _id: 'brand-1', name: 'زرخوشه' },
  productTypes: [wireTypeOf(`${id}-1`)],
  ...own,
});

export const unitsAre = (
  units: WireUnitsReply['units'] = [
    { _id: NUMERIC_UNIT, name: 'عدد', isNumeric: true },
    { _id: PACKAGE_UNIT, name: 'بسته', isNumeric: false },
  ],
) => http.get('*/market/units-app2', () => HttpResponse.json({ units }));
