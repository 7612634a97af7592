/** Where this tab has been: the router's own entries, oldest first. A reload forgets them. */
interface Step {
  readonly key: string;
  readonly pathname: string;
}

let trail: readonly Step[] = [];
let at = -1;
/** Where the step to this page was taken. */
let before: string | null = null;

/** Entries that the router did not make (the first one, an anchor of the page) all have the same key. */
const isSame = (one: Step | undefined, other: Step): boolean =>
  one?.key === other.key && one.pathname === other.pathname;

/** What the router did; for `app/client`, which knows the router. */
export function noteStep(step: Step, action: 'POP' | 'PUSH' | 'REPLACE'): void {
  if (isSame(trail[at], step)) return;
  before = trail[at]?.pathname ?? null;
  const known = trail.findIndex((one) => isSame(one, step));
  if (action === 'POP' && known >= 0) {
    at = known;
  } else if (action === 'POP' || at < 0) {
    // An entry from before a reload: what lies around it is not known.
    trail = [step];
    at = 0;
  } else {
    const kept = action === 'PUSH' ? at + 1 : at;
    trail = [...trail.slice(0, kept), step, ...(action === 'PUSH' ? [] : trail.slice(at + 1))];
    at = kept;
  }
}

/** A page was put in the place of the first entry, to lie below the one that is pushed next. */
export function noteBelow(step: Step): void {
  trail = [step];
  at = 0;
}

/** How far back (below zero) the latest visit of a page lies in the history; null when there is none. */
export function stepsBackTo(pathname: string): number | null {
  const index = trail.findLastIndex((step, place) => place < at && step.pathname === pathname);
  return index < 0 ? null : index - at;
}

/** The key of the entry that is on show; undefined before there is a router. */
export const shownKey = (): string | undefined => trail[at]?.key;

/** The page that was on show before this one, whichever way the step went; null for the first page of a visit. */
export const cameFrom = (): string | null => before;

/** Whether a known entry lies ahead: Forward leads there. */
export const liesAhead = (key: string): boolean => trail.findIndex((step) => step.key === key) > at;
