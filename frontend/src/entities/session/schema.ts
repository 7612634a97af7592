import * as v from 'valibot';

export type StoredSchema<Value> = v.GenericSchema<unknown, Value>;

/** Parses what the tab has saved; null when another version of the client has written it. */
export function readStored<Value>(text: string | null, schema: StoredSchema<Value>): Value | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : null;
}
