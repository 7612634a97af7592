import { useMemo, useState } from 'react';
import { useProductsInfiniteQuery } from '../../../entities/product/catalogue/endpoints';
import { hasMoved, productsOf } from '../../../entities/product/catalogue/map';
import type { CatalogueProduct, ProductFilter } from '../../../entities/product/catalogue/types';
import type { QueryError } from '../../../shared/api/appError';
import type { LoadFailure } from './useLoadToast';

/** Seconds after which what was kept is read again when the seller comes back to it. */
const FRESH_FOR = 60;
/** A longer list is not read again as a whole because one product moved. */
const REREAD_PAGES = 20;

export interface ProductListState {
  readonly products: readonly CatalogueProduct[];
  /** What they were asked for. */
  readonly shown: ProductFilter;
  /** Pages that are loaded. */
  readonly pages: number;
  /** How many match on the server; undefined before the first answer. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Another list is on the way; `products` are those of the former one. */
  readonly replacing: boolean;
  readonly fetchingMore: boolean;
  /** Anything of it is on the way. */
  readonly fetching: boolean;
  readonly error: QueryError | undefined;
  readonly failed: LoadFailure;
  readonly loadMore: () => Promise<void>;
  readonly retry: () => void;
}

export function useProductList(filter: ProductFilter): ProductListState {
  const list = useProductsInfiniteQuery(filter, { refetchOnMountOrArgChange: FRESH_FOR });
  const replacing = list.isFetching && list.currentData === undefined;
  // Those of the former filter stay until the answer is here.
  const pages = (replacing ? list.data : list.currentData)?.pages;
  const [shown, setShown] = useState(filter);
  if (!replacing && shown !== filter) setShown(filter);
  const products = useMemo(() => productsOf(pages ?? []), [pages]);
  const loadMore = async (): Promise<void> => {
    const request = list.fetchNextPage();
    const { data } = await request;
    if (data && data.pages.length <= REREAD_PAGES && hasMoved(data.pages)) await request.refetch();
  };
  return {
    products,
    shown,
    pages: pages?.length ?? 0,
    total: pages?.at(-1)?.total,
    hasMore: list.hasNextPage,
    replacing,
    fetchingMore: list.isFetchingNextPage,
    fetching: list.isFetching,
    error: list.isFetching ? undefined : list.error,
    failed: list.isFetchNextPageError ? 'catalogueMore' : 'catalogueFirst',
    loadMore,
    retry: () => void (list.isFetchNextPageError ? loadMore() : list.refetch()),
  };
}
