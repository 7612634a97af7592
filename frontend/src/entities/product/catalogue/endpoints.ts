import { baseApi } from '../../../shared/api/baseApi';
import { call } from '../../../shared/api/calls';
import { type Page, pagedEndpoint } from '../../../shared/api/pages';
import { wireProductBrandsReply, wireProductsReply, wireUnitsReply } from '../../../shared/api/wire/products.gen';
import { toBrands, toProductPage, toUnits } from './map';
import type { CatalogueProduct, ProductFilter } from './types';

/** Part 2, section 9. */
const PAGE_SIZE = 15;

/** Seconds that the loaded pages stay in the cache, for a seller who comes back from a product. */
const CACHE_SECONDS = 30 * 60;

export const catalogueApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    products: build.infiniteQuery<Page<CatalogueProduct>, ProductFilter, number>({
      ...pagedEndpoint({
        pageSize: PAGE_SIZE,
        request: ({ search, brands, sort, stock }: ProductFilter, page) => ({
          url: 'market/products-bind-app2',
          params: {
            page,
            limit: PAGE_SIZE,
            search: search || undefined,
            brands: brands.join() || undefined,
            sort: sort === 'default' ? undefined : sort,
            stock,
          },
        }),
        schema: wireProductsReply,
        toPage: toProductPage,
      }),
      // A change of one type is written into the pages (patchProduct); only a change of many products reads them again.
      providesTags: [
        { type: 'Product', id: 'LIST' },
        { type: 'Stock', id: 'LIST' },
      ],
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    catalogueBrands: build.query({
      ...call('market/product-brands-app2', wireProductBrandsReply, toBrands),
      providesTags: [{ type: 'Product', id: 'LIST' }],
    }),
    units: build.query({
      ...call('market/units-app2', wireUnitsReply, toUnits),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});

export const { useProductsInfiniteQuery, useCatalogueBrandsQuery, useUnitsQuery } = catalogueApi;
