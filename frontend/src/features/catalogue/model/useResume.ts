import { useEffect, useEffectEvent, useState } from 'react';
import type { Place } from './place';
import type { ProductListState } from './useProductList';

interface Resume {
  /** Pages are loaded up to the place where the seller was. */
  readonly resuming: boolean;
  /** The product to bring to the top, when enough is loaded. */
  readonly startAt: string | null;
  readonly onStarted: () => void;
}

/** Loads as many pages as there were, and names the product that was at the top. `from` counts once. */
export function useResume(list: ProductListState, from: Place | null): Resume {
  const [place, setPlace] = useState(from);
  const enough =
    place !== null && (list.error !== undefined || (list.pages > 0 && (list.pages >= place.pages || !list.hasMore)));
  const resuming = place !== null && !enough;
  const load = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (resuming && list.pages > 0 && !list.fetching) void load();
  }, [resuming, list.pages, list.fetching]);
  return { resuming, startAt: enough ? place.top : null, onStarted: () => setPlace(null) };
}
