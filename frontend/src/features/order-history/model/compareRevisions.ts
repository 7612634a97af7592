import type { Revision, RevisionLine } from '../api/map';

/** A line that stands in both and is not the same. */
export interface ChangedLine {
  readonly before: RevisionLine;
  readonly after: RevisionLine;
}

export interface RevisionDifference {
  readonly added: readonly RevisionLine[];
  readonly removed: readonly RevisionLine[];
  readonly changed: readonly ChangedLine[];
  /** Tomans; what the later one comes to, less the earlier one. */
  readonly total: number;
}

/** From the earlier revision to the later one, whichever is named first. */
export function compareRevisions(one: Revision, other: Revision): RevisionDifference {
  const [before, after] = one.number < other.number ? [one, other] : [other, one];
  const old = new Map(before.lines.map((line) => [line.typeId, line]));
  const now = new Set(after.lines.map(({ typeId }) => typeId));
  const changed = after.lines.flatMap((line) => {
    const was = old.get(line.typeId);
    const same = was === undefined || (was.quantity === line.quantity && was.unitPrice === line.unitPrice);
    return same ? [] : [{ before: was, after: line }];
  });
  return {
    added: after.lines.filter(({ typeId }) => !old.has(typeId)),
    removed: before.lines.filter(({ typeId }) => !now.has(typeId)),
    changed,
    total: after.total - before.total,
  };
}

/** Picking a third one lets go of the one that was picked first. */
export function pick(picked: readonly number[], revision: number): readonly number[] {
  if (picked.includes(revision)) return picked.filter((one) => one !== revision);
  return [...picked, revision].slice(-2);
}
