import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
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
        request: ({ search, brands, sort }: ProductFilter, page) => ({
          url: 'market/products-bind-app2',
          params: {
            page,
            limit: PAGE_SIZE,
            ...(search !== '' && { search }),
            ...(brands.length > 0 && { brands: brands.join(',') }),
            ...(sort !== 'default' && { sort }),
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

type ApiState = Parameters<typeof catalogueApi.util.selectCachedArgsForQuery>[0];

/**
 * Changes a product in every cached list, so that nothing is fetched again and nothing jumps. `change` gets the product
 * and returns the new one.
 */
export const patchProduct =
  (
    productId: string,
    change: (product: CatalogueProduct) => CatalogueProduct,
  ): ThunkAction<void, ApiState, unknown, UnknownAction> =>
  (dispatch, getState) => {
    for (const filter of catalogueApi.util.selectCachedArgsForQuery(getState(), 'products')) {
      dispatch(
        catalogueApi.util.updateQueryData('products', filter, ({ pages, ...rest }) => ({
          ...rest,
          pages: pages.map((page) =>
            page.items.some(({ id }) => id === productId)
              ? { ...page, items: page.items.map((item) => (item.id === productId ? change(item) : item)) }
              : page,
          ),
        })),
      );
    }
  };
