import type { BaseQueryApi, BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import i18next from 'i18next';
import { apiBase } from './apiBase';
import { type AppError, type ErrorMode, toAppError } from './appError';
import { noteReachable } from './connection';
import { dropEarly, fetchOrEarly } from './early';
import { UNAUTHORIZED } from './httpStatus';
import { type FileArgs, isFile, sendFile } from './sendFile';
import { sessionLost } from './sessionLost';

/** Per endpoint: `extraOptions: { guest: true }`. */
export interface CallOptions {
  /** A 401 is an answer here (log-in, validation), not the end of the session. */
  readonly guest?: boolean;
  /** How the error body is read; `messageFirst` unless said otherwise. */
  readonly errors?: ErrorMode;
}

const TIMEOUT = 15_000;

const raw = fetchBaseQuery({
  baseUrl: apiBase(),
  credentials: 'include',
  fetchFn: fetchOrEarly,
  timeout: TIMEOUT,
  // The page's language may differ from the browser's.
  prepareHeaders: (headers) => {
    headers.set('accept-language', i18next.language);
  },
});

const secondsOf = (header: string | null | undefined): number | undefined => {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

const call: BaseQueryFn<string | FetchArgs | FileArgs, unknown, AppError, CallOptions> = async (
  args,
  api: BaseQueryApi,
  options: CallOptions | undefined,
) => {
  const result = isFile(args)
    ? await sendFile(args, { base: apiBase(), language: i18next.language, signal: api.signal }).finally(dropEarly)
    : await raw(args, api, {});
  if (!result.error) {
    noteReachable(true);
    return { data: result.data };
  }
  const retryAfter = secondsOf(result.meta?.response?.headers.get('retry-after'));
  const error = toAppError(result.error, options?.errors, retryAfter);
  // A call that its own screen aborted says nothing about the network.
  if (!api.signal.aborted || error.kind !== 'offline') noteReachable(error.kind !== 'offline');
  if (error.status === UNAUTHORIZED && options?.guest !== true) api.dispatch(sessionLost());
  return { error };
};

/** Cache tags. `{type, id}` for one item, id `LIST` for the lists that may hold it. */
export const TAGS = [
  'Seller',
  'SellerBrand',
  'SellerRegion',
  'Dashboard',
  'Report',
  'Order',
  'Product',
  'Stock',
  'Subscription',
  'Payment',
  'Invoice',
  'Session',
] as const;

/**
 * The only API slice: features add endpoints with `baseApi.injectEndpoints`. A name that is taken throws; otherwise two
 * features would share the endpoint of whichever was loaded first.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: call,
  tagTypes: TAGS,
  endpoints: () => ({}),
  refetchOnReconnect: true,
  catchSchemaFailure: (failure): AppError => {
    console.error(`${failure.schemaName}: unexpected answer`, failure.issues);
    return { kind: 'contract', lines: [] };
  },
});
