import type { DataRouter, Location } from 'react-router';
import { moduleStore } from '../lib/store';
import { floorOf, isOnShow, putOnFloor } from './entry';

/** An entry of the history. Those that the router did not make (the first one) all have the same key. */
interface Step {
  readonly key: string;
  readonly pathname: string;
  readonly search?: string;
  readonly state?: unknown;
}

interface Trail {
  /** The entries of this visit, oldest first. A reload forgets them. */
  readonly steps: readonly Step[];
  /** Which of them is on show. */
  readonly at: number;
  /** The page before this one, whichever way the step went. */
  readonly before: string | null;
  /**
   * Where the tab is, or is on its way to, at this instant. What React has drawn lags behind on a busy phone: a hook of
   * the router may still speak of a filter before the last one, or of a page that was left already.
   */
  readonly bound: Location | null;
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
  // An entry from before a reload: what lies around it is not known.
  else if (action === 'POP' || at < 0) set({ steps: [step], at: 0 });
  else if (action === 'PUSH') set({ steps: [...steps.slice(0, at + 1), step], at: at + 1 });
  else set({ steps: steps.map((one, place) => (place === at ? step : one)) });
}

/** Another page was put in the place of the first entry. */
export const noteFloor = (step: Step): void => set({ steps: [step], at: 0 });

const addressOf = ({ pathname, search = '' }: Step): string => pathname + search;

/** Notes every step of the router. A floor is no place to stop at. Returns the end of it. */
export function followRouter(router: Pick<DataRouter, 'state' | 'subscribe' | 'navigate'>): () => void {
  const note = ({ location, historyAction, navigation }: DataRouter['state']): void => {
    const { steps, at } = get();
    const last = steps[at];
    const floor = floorOf(last);
    const action: Action = historyAction;
    const takesPlace = floor !== undefined && action === 'REPLACE' && last?.key !== location.key;
    noteStep(takesPlace ? { ...location, state: putOnFloor(floor) } : location, action);
    set({ bound: navigation.location ?? location });
    if (!last || floor !== location.key || action !== 'POP') return;
    window.history.back();
    // Where nothing lies below, the tab goes on with what stood above.
    if (addressOf(last) !== addressOf(location))
      void router.navigate(addressOf(last), { replace: true, preventScrollReset: true });
  };
  note(router.state);
  return router.subscribe(note);
}

export const boundLocation = (): Location | null => get().bound;

/** Null while a step is being taken, or taken back. */
export function restingPlace(): Location | null {
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

/** The page that was on show before this one; null for the first page of a visit. */
export const cameFrom = (): string | null => get().before;

/** Whether a known entry lies ahead: Forward leads there. */
export const liesAhead = (key: string): boolean => get().steps.findIndex((step) => step.key === key) > get().at;
