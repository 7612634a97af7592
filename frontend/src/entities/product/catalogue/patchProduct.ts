import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { catalogueApi } from './endpoints';
import type { CatalogueProduct } from './types';

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
