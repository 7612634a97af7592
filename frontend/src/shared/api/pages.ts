import { type BaseQueryApi, type FetchArgs, NamedSchemaError } from '@reduxjs/toolkit/query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { moduleStore } from '../lib/store';
import type { AppError, QueryError } from './appError';

export interface Identified {
  readonly id: string;
}

export interface Part<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages. */
  readonly totals: Readonly<Record<string, number>>;
  /** Grows with every page that is read: when two pages hold the same item, the higher one is current. */
  readonly read: number;
}

/** A page of a list, as the server cuts it. */
export interface Page<Item> extends Part<Item> {
  readonly totalPages: number;
}

/** A page, and what else an answer says of the list. */
type PageWith<Item, More> = Page<Item> & More;

interface Loaded<P> {
  readonly pages: readonly P[];
  readonly pageParams: readonly unknown[];
}

type Issues = ConstructorParameters<typeof NamedSchemaError>[0];
type Read<Wire> =
  | { readonly value: Wire; readonly issues?: undefined }
  | { readonly value?: unknown; readonly issues: Issues };

export interface Schema<Wire> {
  readonly '~standard': { readonly validate: (data: unknown) => Read<Wire> | Promise<Read<Wire>> };
}
type Sent = { readonly data: unknown; readonly error?: never } | { readonly data?: never; readonly error: AppError };
export type Send = (args: FetchArgs) => PromiseLike<Sent>;
export type Answer<P> = Promise<{ data: P; error?: never } | { data?: never; error: AppError }>;

export interface Asked<Arg, Param> {
  readonly queryArg: Arg;
  readonly pageParam: Param;
}

interface PagedEndpoint<Arg, Wire, Item, More> {
  readonly pageSize: number;
  readonly request: (arg: Arg, page: number) => FetchArgs;
  readonly schema: Schema<Wire>;
  readonly toPage: (wire: Wire) => Omit<Page<Item>, 'read'> & More;
}

const FIRST = 1;
const reading = moduleStore(() => ({ reads: 0 }));

/** The pages that a refresh reads from the server: the first one unless set here. The others come from the cache. */
const wanted = new WeakMap<readonly unknown[], ReadonlySet<number>>();

export function loadedOf<P>({ getState, queryCacheKey }: BaseQueryApi): Loaded<P> | undefined {
  const { queries } = (getState() as { api: { queries: Record<string, { data?: unknown } | undefined> } }).api;
  return queries[queryCacheKey ?? '']?.data as Loaded<P> | undefined;
}

function cachedPage<Item, More>(api: BaseQueryApi, page: number): PageWith<Item, More> | undefined {
  const loaded = loadedOf<PageWith<Item, More>>(api);
  if (!loaded) return undefined;
  const asked = wanted.get(loaded.pages)?.has(page) ?? page === FIRST;
  return asked ? undefined : loaded.pages[loaded.pageParams.indexOf(page)];
}

export async function ask<Wire, P>(
  sent: PromiseLike<Sent>,
  schema: Schema<Wire>,
  toPage: (wire: Wire) => P,
): Answer<P> {
  const { data, error } = await sent;
  if (error) return { error };
  const wire = await schema['~standard'].validate(data);
  if (wire.issues) throw new NamedSchemaError(wire.issues, data, 'rawResponseSchema', undefined);
  return { data: toPage(wire.value) };
}

/**
 * An infinite query whose refresh (focus, Back, a tag) costs one request however many pages are loaded. Afterwards
 * `usePages` reads the pages on the screen, and others when they are scrolled to.
 */
export function pagedEndpoint<Arg, Wire, Item, More extends object = object>(
  endpoint: PagedEndpoint<Arg, Wire, Item, More>,
) {
  const { pageSize, request, schema, toPage } = endpoint;
  return {
    infiniteQueryOptions: {
      initialPageParam: FIRST,
      getNextPageParam: (last: Page<Item>, _pages: unknown, page: number) =>
        page >= last.totalPages || last.items.length < pageSize ? undefined : page + 1,
    },
    queryFn: async (
      { queryArg, pageParam }: Asked<Arg, number>,
      api: BaseQueryApi,
      _options: unknown,
      send: Send,
    ): Answer<PageWith<Item, More>> => {
      const cached = cachedPage<Item, More>(api, pageParam);
      if (cached) return { data: cached };
      return ask(send(request(queryArg, pageParam)), schema, (wire) => {
        const read = reading.get().reads + 1;
        reading.set({ reads: read });
        return { ...toPage(wire), read };
      });
    },
  };
}

/** Every item once, from the page that was read last: items move between pages while these are read. */
export function itemsOf<Item extends Identified>(pages: readonly Part<Item>[]): readonly Item[] {
  const home = new Map<string, Part<Item>>();
  for (const page of pages) {
    for (const { id } of page.items) if ((home.get(id)?.read ?? 0) <= page.read) home.set(id, page);
  }
  return pages.flatMap((page) => page.items.filter(({ id }) => home.get(id) === page));
}

/** Whether the list changed before its last page was read. Pages are cut by number, so an item may be on none. */
function hasMoved<Item extends Identified>(pages: readonly Part<Item>[]): boolean {
  const earlier = pages.slice(0, -1);
  const [last, before] = [pages.at(-1), earlier.at(-1)];
  if (!last || !before) return false;
  const ids = new Set(last.items.map(({ id }) => id));
  const counted = JSON.stringify(last.totals) === JSON.stringify(before.totals);
  return !counted || earlier.some(({ items }) => items.some(({ id }) => ids.has(id)));
}

/** The result of an infinite query's hook. */
interface InfiniteResult<Item> {
  readonly data?: Loaded<Part<Item>> | undefined;
  readonly currentData?: Loaded<Part<Item>> | undefined;
  readonly error?: QueryError | undefined;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => PromiseLike<{ data?: Loaded<Part<Item>> | undefined }> & {
    refetch: () => PromiseLike<unknown>;
  };
  readonly refetch: () => PromiseLike<unknown>;
}

export interface Pages<Item, Arg> {
  readonly items: readonly Item[];
  /** The argument that `items` were read with. */
  readonly loadedArg: Arg;
  /** How many pages are loaded. */
  readonly loaded: number;
  readonly totals: Readonly<Record<string, number>> | undefined;
  /** Another list is being read; `items` are still those of the former one. */
  readonly isReplacing: boolean;
  readonly isFetching: boolean;
  readonly isFetchingMore: boolean;
  readonly hasMore: boolean;
  readonly error: QueryError | undefined;
  readonly failedMore: boolean;
  readonly onLoadMore: () => Promise<void>;
  readonly onRetry: () => void;
  /** Called with the indexes of the first and last item on the screen. */
  readonly onSight: (first: number, last: number) => void;
}

/** The list that a paged endpoint has loaded so far; pages are refreshed when they are on the screen. */
export function usePages<Item extends Identified, Arg>(list: InfiniteResult<Item>, arg: Arg): Pages<Item, Arg> {
  const isReplacing = list.isFetching && list.currentData === undefined;
  const pages = (isReplacing ? list.data : list.currentData)?.pages;
  const [loadedArg, setLoadedArg] = useState(arg);
  if (!isReplacing && JSON.stringify(loadedArg) !== JSON.stringify(arg)) setLoadedArg(arg);
  const items = useMemo(() => itemsOf(pages ?? []), [pages]);

  const sight = useRef<readonly [number, number]>([0, 0]);
  const refreshSight = async (): Promise<void> => {
    const [first] = pages ?? [];
    if (!pages || !first || list.isFetching || list.error) return;
    const [from, to] = sight.current;
    const stale = pages.flatMap((page, index) => (page.read < first.read ? [[page, index + FIRST] as const] : []));
    const seen = new Set(stale.length === 0 ? [] : items.slice(from, to + 1));
    const numbers = stale.filter(([page]) => page.items.some((item) => seen.has(item))).map(([, number]) => number);
    if (numbers.length === 0) return;
    wanted.set(pages, new Set(numbers));
    await list.refetch();
    wanted.delete(pages);
  };
  const onRead = useEffectEvent(refreshSight);
  useEffect(() => {
    void onRead();
  }, [pages, list.isFetching]);

  const onLoadMore = async (): Promise<void> => {
    const request = list.fetchNextPage();
    const { data } = await request;
    // Moved items are now at the top: the first page and those on the screen are read again.
    if (data && hasMoved(data.pages)) await request.refetch();
  };
  return {
    items,
    loadedArg,
    loaded: pages?.length ?? 0,
    totals: list.data?.pages[0]?.totals,
    isReplacing,
    isFetching: list.isFetching,
    isFetchingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    error: list.isFetching ? undefined : list.error,
    failedMore: list.isFetchNextPageError,
    onLoadMore,
    onRetry: () => void (list.isFetchNextPageError ? onLoadMore() : list.refetch()),
    onSight: (first, last) => {
      sight.current = [first, last];
      void refreshSight();
    },
  };
}
