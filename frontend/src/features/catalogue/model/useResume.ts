import { useEffect, useEffectEvent, useState } from 'react';
import type { CatalogueProduct, ProductFilter } from '../../../entities/product/catalogue/types';
import type { Pages } from '../../../shared/api/pages';
import type { Place } from './place';

interface Resume {
  /** Pages are loaded up to the place where the seller was. */
  readonly resuming: boolean;
  /** The product to bring to the top, when enough is loaded. */
  readonly startAt: string | null;
  readonly onStarted: () => void;
}

/** Loads as many pages as before and returns the product that was at the top. Only the first `from` is used. */
export function useResume(list: Pages<CatalogueProduct, ProductFilter>, from: Place | null): Resume {
  const [place, setPlace] = useState(from);
  const enough =
    place !== null && (list.error !== undefined || (list.loaded > 0 && (list.loaded >= place.pages || !list.hasMore)));
  const resuming = place !== null && !enough;
  const load = useEffectEvent(list.onLoadMore);
  useEffect(() => {
    if (resuming && list.loaded > 0 && !list.isFetching) void load();
  }, [resuming, list.loaded, list.isFetching]);
  return { resuming, startAt: enough ? place.top : null, onStarted: () => setPlace(null) };
}
