import { HttpResponse, http } from 'msw';
import { unitsAre, wireProductOf } from '../../entities/product/msw';
import type { WireCatalogueProduct, WireCatalogueType } from '../../shared/api/wire/products.gen';
import { includesFa } from '../../shared/lib/foldFa';
import { nextAnswer } from '../../testing/nextAnswer';

export const manyProducts = (count: number): WireCatalogueProduct[] =>
  Array.from({ length: count }, (_, index) => wireProductOf(`p${index}`));

const page = (found: readonly WireCatalogueProduct[], query: URLSearchParams) => {
  const limit = Number(query.get('limit'));
  const start = (Number(query.get('page')) - 1) * limit;
  return {
    product: found.slice(start, start + limit),
    totalPages: Math.ceil(found.length / limit),
    total: found.length,
    sellerName: 'پخش رستمی',
    sellerBackground: '',
    sellerStory: '',
  };
};

const isStocked = (types: readonly WireCatalogueType[], stock: string | null): boolean =>
  stock === null ||
  types.some(({ isActive, mojoody, lowStock }) => isActive && mojoody <= (stock === 'out' ? 0 : lowStock));

/**
 * A catalogue that pages, searches and filters as the server does, oldest product first. It records its requests, and
 * its next answer can be refused or held back.
 */
export function catalogueService(all: readonly WireCatalogueProduct[]) {
  const asked: URLSearchParams[] = [];
  const next = nextAnswer();
  const products = http.get('*/market/products-bind-app2', async ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const refused = await next.due();
    if (refused) return refused;
    const brands = query.get('brands')?.split(',') ?? [];
    const found = all
      .filter(({ title }) => includesFa(title, query.get('search') ?? ''))
      .filter(({ brand }) => brands.length === 0 || brands.includes(brand._id))
      .filter(({ productTypes }) => isStocked(productTypes, query.get('stock')));
    return HttpResponse.json(page(query.get('sort') === 'newest' ? found.toReversed() : found, query));
  });
  const brands = http.get('*/market/product-brands-app2', () => {
    const counts = new Map<string, { _id: string; name: string; count: number }>();
    for (const { brand } of all) {
      if (brand._id === '') continue;
      counts.set(brand._id, { ...brand, count: (counts.get(brand._id)?.count ?? 0) + 1 });
    }
    return HttpResponse.json({ brands: [...counts.values()] });
  });
  return {
    handlers: [products, brands, unitsAre()],
    asked,
    ...next,
  };
}
