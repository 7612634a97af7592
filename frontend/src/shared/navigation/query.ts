/** New values for the query of the address; null removes one. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** The query with some of its values changed; all others stay as they are. */
export function withChanges(params: URLSearchParams, changes: QueryChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** As an address has it. */
export function searchOf(params: URLSearchParams): string {
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

export const withoutAll = (names: readonly string[]): QueryChange =>
  Object.fromEntries(names.map((name) => [name, null]));

/** A value of the address, when it is one of those there are. */
export const oneOf = <V extends string>(known: readonly V[], value: string | null, fallback: V): V =>
  known.find((one) => one === value) ?? fallback;
