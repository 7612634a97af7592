import { type Fields, mergeFields, realFields } from './merge';

/** A row of a list in a form: its id, and plain fields. */
export interface Row {
  readonly id: string;
}

const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value);
const fieldsOf = (values: object): Fields<unknown> => ({ ...values });
const byId = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** Whether two rows say the same; their ids are no part of it. */
const sameRow = (one: Row, other: Row): boolean =>
  Object.keys(realFields(fieldsOf(one), { ...other, id: one.id })).length === 0;

function sameValue(one: unknown, other: unknown): boolean {
  if (!isRows(one) || !isRows(other)) return one === other;
  return one.length === other.length && one.every((row, index) => sameRow(row, other[index] ?? row));
}

/** Whether two copies of a form say the same. */
export const sameForm = <Form extends object>(one: Form, other: Form): boolean =>
  Object.entries(other).every(([name, value]) => sameValue(fieldsOf(one)[name], value));

/**
 * Their rows with the fields that the user has changed, without the rows that the user took away, and the user's new
 * ones at the end. One that they took away and the user has changed stays.
 */
function mergeRows(before: readonly Row[], theirs: readonly Row[], mine: readonly Row[]): readonly Row[] {
  const [began, now, wanted] = [byId(before), byId(theirs), byId(mine)];
  const kept = theirs.flatMap((row) => {
    const [was, want] = [began.get(row.id), wanted.get(row.id)];
    if (was === undefined) return [row];
    return want === undefined ? [] : [{ ...row, ...mergeFields(fieldsOf(was), fieldsOf(row), fieldsOf(want)).changes }];
  });
  const theirNew = theirs.filter(({ id }) => !began.has(id));
  const added = mine.filter((row) => {
    const was = began.get(row.id);
    if (now.has(row.id)) return false;
    if (was !== undefined) return !sameRow(was, row);
    // The same again: it was added elsewhere as well, or by a write of ours whose answer was lost.
    return !theirNew.some((known) => sameRow(known, row));
  });
  return [...kept, ...added];
}

/**
 * A form three ways: the copy that the user began with, the one that somebody else has made of it, and the user's, which
 * counts where it says something else than the first. Lists are merged row by row.
 */
export function mergeForm<Form extends object>(before: Form, theirs: Form, mine: Form): Form {
  const [began, wanted] = [fieldsOf(before), fieldsOf(mine)];
  const merged = Object.entries(theirs).map(([name, now]: [string, unknown]) => {
    const [was, want] = [began[name], wanted[name]];
    if (isRows(was) && isRows(now) && isRows(want)) return [name, mergeRows(was, now, want)];
    return [name, want === was ? now : want];
  });
  return Object.fromEntries(merged) as Form;
}
