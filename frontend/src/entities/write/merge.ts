/** Field → value. */
export type Fields<Value> = Readonly<Record<string, Value>>;

/** One field in three copies. */
export interface FieldChange<Value> {
  readonly field: string;
  readonly before: Value | undefined;
  readonly theirs: Value | undefined;
  readonly mine: Value | undefined;
}

/** Both have changed it, and not to the same. */
export const collides = <Value>({ before, theirs, mine }: Omit<FieldChange<Value>, 'field'>): boolean =>
  theirs !== before && mine !== before && mine !== theirs;

export interface Merged<Value> {
  /** Their copy with the user's changes; where both changed a field, the user's. */
  readonly fields: Fields<Value>;
  /** The user's changes that their copy does not say already. */
  readonly changes: Fields<Value>;
  readonly collisions: readonly FieldChange<Value>[];
}

/** Of `changes` what `fields` does not say already. */
export const realFields = <Value>(fields: Fields<Value>, changes: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => fields[field] !== value));

/** What has been changed again since `sent`. */
export const laterFields: typeof realFields = realFields;

/** Three ways: the copy that the user began with, the one that somebody else has made of it, the user's changes. */
export function mergeFields<Value>(before: Fields<Value>, theirs: Fields<Value>, mine: Fields<Value>): Merged<Value> {
  const wanted = realFields(before, mine);
  const changes = realFields(theirs, wanted);
  const collisions = Object.keys(changes)
    .map((field) => ({ field, before: before[field], theirs: theirs[field], mine: changes[field] }))
    .filter(collides);
  return { fields: { ...theirs, ...changes }, changes, collisions };
}
