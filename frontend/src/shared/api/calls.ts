import type { FetchArgs } from '@reduxjs/toolkit/query';
import type { GenericSchema, InferOutput } from 'valibot';
import { idempotent } from './idempotencyKey';

/** The address of one of the market's calls about one thing. */
export const marketCall = (call: string, id: string): string => `market/${call}/${encodeURIComponent(id)}`;

/**
 * A call that must not run twice. `Body` is named by the caller and comes from the server's document, so that a field
 * which the document does not know, or a needed one that is left out, fails the build: `post<WireToggleBody>(…)`.
 */
export const post = <Body extends object = never>(url: string, key: string, body: NoInfer<Body>) => ({
  url,
  method: 'POST',
  headers: idempotent(key),
  body,
});

/**
 * An endpoint: what is asked, the schema of the server's document that the answer has to meet, and what this client
 * makes of it. More is spread around it.
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

/** A body as this client writes it: with numbers, where the server takes texts that write them as well. */
export type Sent<Body> = [number] extends [Body]
  ? Exclude<Body, string>
  : Body extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Body extends object
      ? { readonly [Key in keyof Body]: Sent<Body[Key]> }
      : Body;
