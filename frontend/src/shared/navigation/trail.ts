import type { DataRouter, Location as RouterLocation } from 'react-router';
import { moduleStore } from '../lib/store';
import { floorOf, isOnShow, putOnFloor } from './entry';

/** An entry of the history. Entries that the router did not make, such as the first, all have the same key. */
interface Step {
  readonly key: string;
  readonly pathname: string;
  readonly search?: string;
  readonly state?: unknown;
}

interface Trail {
  /** The entries of this visit, oldest first. A reload forgets them. */
  readonly steps: readonly Step[];
  /** The index of the current one. */
  readonly at: number;
  /** The page before this one, whichever way the step went. */
  readonly before: string | null;
  /**
   * Where the tab is at this instant, or is navigating to. React renders later on a busy phone: the router's hooks may
   * still return an earlier filter, or a page that was left.
   */
  readonly bound: RouterLocation | null;
}

const { get, set } = moduleStore<Trail>(() => ({ steps: [], at: -1, before: null, bound: null }));

const isSame = (one: Step | undefined, other: Step): boolean =>
  one?.key === other.key && one.pathname === other.pathname;

type Action = 'POP' | 'PUSH' | 'REPLACE';

export function noteStep(step: Step, action: Action): void {
  const { steps, at } = get();
  const last = steps[at];
  if (isSame(last, step)) return;
  const known = steps.findIndex((one) => isSame(one, step));
  if (last && last.pathname !== step.pathname) set({ before: last.pathname });
  if (action === 'POP' && known >= 0) set({ at: known });
  // An entry from before a reload: its neighbours are unknown.
  else if (action === 'POP' || at < 0) set({ steps: [step], at: 0 });
  else if (action === 'PUSH') set({ steps: [...steps.slice(0, at + 1), step], at: at + 1 });
  else set({ steps: steps.map((one, place) => (place === at ? step : one)) });
}

/** The first entry was replaced by another page. */
export const noteFloor = (step: Step): void => set({ steps: [step], at: 0 });

const addressOf = ({ pathname, search = '' }: Step): string => pathname + search;

/** Records every navigation of the router, and passes over a floor. Returns its end. */
export function followRouter(router: Pick<DataRouter, 'state' | 'subscribe' | 'navigate'>): () => void {
  const note = (state: DataRouter['state']): void => {
    const { location: current, historyAction } = state;
    const { steps, at } = get();
    const last = steps[at];
    const floor = floorOf(last);
    const action: Action = historyAction;
    const takesPlace = floor !== undefined && action === 'REPLACE' && last?.key !== current.key;
    noteStep(takesPlace ? { ...current, state: putOnFloor(floor) } : current, action);
    set({ bound: state.navigation.location ?? current });
    if (!last || floor !== current.key || action !== 'POP') return;
    window.history.back();
    // With nothing below the floor, the tab stays on the entry above it.
    if (addressOf(last) !== addressOf(current))
      void router.navigate(addressOf(last), { replace: true, preventScrollReset: true });
  };
  note(router.state);
  return router.subscribe(note);
}

export const boundLocation = (): RouterLocation | null => get().bound;

/** Null during a navigation, and while a blocked one is being undone. */
export function restingPlace(): RouterLocation | null {
  const { bound, steps, at } = get();
  return bound && bound.key === steps[at]?.key && isOnShow(bound) ? bound : null;
}

/** The path of that place; null before there is a router. */
export const boundPath = (): string | null => get().bound?.pathname ?? null;

/** Its query, with the question mark; empty when it has none. */
export const boundSearch = (): string => get().bound?.search ?? '';

/** How far back (below zero) the latest visit of a page lies in the history; null when there is none. */
export function stepsBackTo(pathname: string): number | null {
  const { steps, at } = get();
  const index = steps.findLastIndex((step, place) => place < at && step.pathname === pathname);
  return index < 0 ? null : index - at;
}

/** The query of the latest visit of a page, with the question mark; empty when it had none, or was not visited. */
export function lastSearchOf(pathname: string): string {
  const { steps, at } = get();
  return steps.findLast((step, place) => place <= at && step.pathname === pathname)?.search ?? '';
}

/** The page before this one; null for the first page of a visit. */
export const cameFrom = (): string | null => get().before;

/** Whether a known entry lies ahead: Forward leads there. */
export const liesAhead = (key: string): boolean => get().steps.findIndex((step) => step.key === key) > get().at;
