import type { BaseQueryApi, FetchArgs } from '@reduxjs/toolkit/query';
import { type Answer, type Asked, ask, type Identified, loadedOf, type Part, type Schema, type Send } from './pages';

/** A page of a list that only grows at its top, such as a log. It begins where the page before it ends. */
export interface RecordPage<Item> extends Part<Item> {
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

interface RecordEndpoint<Arg, Wire, Item extends Identified> {
  readonly request: (arg: Arg, before: string) => FetchArgs;
  readonly schema: Schema<Wire>;
  readonly toPage: (wire: Wire) => Pick<RecordPage<Item>, 'items' | 'next'>;
}

const TOP = '';

/** The new top, followed by the cached items below it; only the new top when the two do not meet. */
function onTop<Item extends Identified>(fresh: RecordPage<Item>, known: RecordPage<Item>): RecordPage<Item> {
  const end = fresh.items.at(-1)?.id;
  const place = known.items.findIndex(({ id }) => id === end);
  if (place < 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...known.items.slice(place + 1)], next: known.next };
}

/**
 * An infinite query of entries that never change once written. A refresh costs one request however many pages are
 * loaded: new entries join the first page, and the pages below it stay valid.
 */
export function recordEndpoint<Arg, Wire, Item extends Identified>(options: RecordEndpoint<Arg, Wire, Item>) {
  const { request, schema, toPage } = options;
  return {
    infiniteQueryOptions: {
      initialPageParam: TOP,
      getNextPageParam: ({ next }: RecordPage<Item>) => next ?? undefined,
    },
    queryFn: async (
      { queryArg, pageParam }: Asked<Arg, string>,
      api: BaseQueryApi,
      _options: unknown,
      send: Send,
    ): Answer<RecordPage<Item>> => {
      const loaded = loadedOf<RecordPage<Item>>(api);
      const known = loaded?.pages[loaded.pageParams.indexOf(pageParam)];
      if (known && pageParam !== TOP) return { data: known };
      return ask(send(request(queryArg, pageParam)), schema, (wire) => {
        const page = { ...toPage(wire), totals: {}, read: 0 };
        return known ? onTop(page, known) : page;
      });
    },
  };
}
