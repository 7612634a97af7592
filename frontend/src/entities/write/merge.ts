/** Field → value. */
export type Fields<Value> = Readonly<Record<string, Value>>;

/** One field in three copies. */
export interface FieldChange<Value> {
  readonly field: string;
  readonly before: Value | undefined;
  readonly theirs: Value | undefined;
  readonly mine: Value | undefined;
}

/** Both have changed it, to different values. */
export const collides = <Value>({ before, theirs, mine }: Omit<FieldChange<Value>, 'field'>): boolean =>
  theirs !== before && mine !== before && mine !== theirs;

/** The entries of `changes` that differ from `fields`. */
export const realFields = <Value>(fields: Fields<Value>, changes: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => fields[field] !== value));

/** What has been changed again since `sent`. */
export const laterFields: typeof realFields = realFields;

/**
 * Three ways: the copy that the user began with, somebody else's version of it, the user's changes. `fields`: their
 * version with the user's changes, which win. `changes`: those of the user's that differ from it.
 */
export function mergeFields<Value>(before: Fields<Value>, theirs: Fields<Value>, mine: Fields<Value>) {
  const wanted = realFields(before, mine);
  const changes = realFields(theirs, wanted);
  const collisions: readonly FieldChange<Value>[] = Object.keys(changes)
    .map((field) => ({ field, before: before[field], theirs: theirs[field], mine: changes[field] }))
    .filter(collides);
  return { fields: { ...theirs, ...changes }, changes, collisions };
}
