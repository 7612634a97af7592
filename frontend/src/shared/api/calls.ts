import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { GenericSchema, InferOutput } from 'valibot';
import { idempotent } from './idempotencyKey';

/** The address of a call of the market about the thing with this id. */
export const marketCall = (call: string, id: string): string => `market/${call}/${encodeURIComponent(id)}`;

/**
 * A call that must not run twice. The caller names `Body`, a type generated from the OpenAPI document, so that an unknown
 * or missing field fails the build: `post<WireToggleBody>(…)`.
 */
export const post = <Body extends object = never>(url: string, key: string, body: NoInfer<Body>) => ({
  url,
  method: 'POST',
  headers: idempotent(key),
  body,
});

/**
 * An endpoint: its request, the schema of the OpenAPI document that the answer must match, and the function that maps it
 * to the client's own type. Further options are spread around it.
 *
 *     limits: build.query(call('seller/limits-app2', wireLimitsReply, toLimits)),
 *     order: build.query({ ...call((id: string) => marketCall('order-app2', id), wireOrder, toOrder), providesTags }),
 */
export const call = <
  Schema extends GenericSchema,
  Result,
  Arg = undefined,
  Request extends string | FetchArgs = string,
>(
  request: string | ((arg: Arg) => Request),
  schema: Schema,
  map: (wire: InferOutput<Schema>) => Result,
) => ({
  query: (arg: Arg): Request | string => (typeof request === 'string' ? request : request(arg)),
  rawResponseSchema: schema,
  transformResponse: map,
});

/** A request body as this client writes it: with numbers where the server also accepts them as text. */
export type Sent<Body> = [number] extends [Body]
  ? Exclude<Body, string>
  : Body extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Body extends object
      ? { readonly [Key in keyof Body]: Sent<Body[Key]> }
      : Body;
