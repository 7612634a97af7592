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

/** A body as this client writes it: with numbers, where the server takes texts that write them as well. */
export type Sent<Body> = [number] extends [Body]
  ? Exclude<Body, string>
  : Body extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Body extends object
      ? { readonly [Key in keyof Body]: Sent<Body[Key]> }
      : Body;
