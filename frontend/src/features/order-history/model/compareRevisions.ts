import type { Revision } from '../api/map';

/** What changed from the earlier revision to the later one; the order of the arguments does not matter. */
export function compareRevisions(one: Revision, other: Revision) {
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
    /** Lines of both revisions with another quantity or price. */
    changed,
    /** Tomans: the later total minus the earlier one. */
    total: after.total - before.total,
  };
}

/** Picks a revision, or unpicks it. At most two are picked: a third one replaces the one that was picked first. */
export function pick(picked: readonly number[], revision: number): readonly number[] {
  if (picked.includes(revision)) return picked.filter((one) => one !== revision);
  return [...picked, revision].slice(-2);
}
