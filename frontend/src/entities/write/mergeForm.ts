import { type Fields, mergeFields, realFields } from './merge';

/** A row of a list in a form: its id, and plain fields. */
export interface Row {
  readonly id: string;
}

const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value);
const fieldsOf = (values: object): Fields<unknown> => ({ ...values });
const byId = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** Whether two rows have the same values; ids are not compared. */
const sameRow = (one: Row, other: Row): boolean =>
  Object.keys(realFields(fieldsOf(one), { ...other, id: one.id })).length === 0;

function sameValue(one: unknown, other: unknown): boolean {
  if (!isRows(one) || !isRows(other)) return one === other;
  return one.length === other.length && one.every((row, index) => sameRow(row, other[index] ?? row));
}

/** Whether two copies of a form have the same values. */
export const sameForm = <Form extends object>(one: Form, other: Form): boolean =>
  Object.entries(other).every(([name, value]) => sameValue(fieldsOf(one)[name], value));

/**
 * Their rows with the fields that the user has changed, without the rows that the user removed, and the user's new ones
 * at the end. A row that they removed and the user has changed stays.
 */
function mergeRows(before: readonly Row[], theirs: readonly Row[], mine: readonly Row[]): readonly Row[] {
  const [began, now, wanted] = [byId(before), byId(theirs), byId(mine)];
  const existing = theirs.flatMap((row) => {
    const [was, want] = [began.get(row.id), wanted.get(row.id)];
    if (was === undefined) return [row];
    return want === undefined ? [] : [{ ...row, ...mergeFields(fieldsOf(was), fieldsOf(row), fieldsOf(want)).changes }];
  });
  const theirNew = theirs.filter(({ id }) => !began.has(id));
  const added = mine.filter((row) => {
    const was = began.get(row.id);
    if (now.has(row.id)) return false;
    if (was !== undefined) return !sameRow(was, row);
    // A duplicate: added elsewhere as well, or by a write of ours whose answer was lost.
    return !theirNew.some((known) => sameRow(known, row));
  });
  return [...existing, ...added];
}

/**
 * Merges a form three ways: the copy that the user began with, somebody else's version of it, and the user's, whose
 * changes win. Lists are merged row by row.
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
