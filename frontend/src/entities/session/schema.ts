import * as v from 'valibot';

export type KeptSchema<Value> = v.GenericSchema<unknown, Value>;

/** A text that the tab has kept; null for what another version of the client has written. */
export function readKept<Value>(text: string | null, schema: KeptSchema<Value>): Value | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : null;
}
