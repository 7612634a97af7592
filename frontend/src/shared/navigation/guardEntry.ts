import { nowMs } from '../lib/now';
import { entryDepth } from './firstEntry';
import { shownKey } from './trail';

/** What stands in an entry of the history: the router's own, and two marks. */
interface EntryState {
  readonly idx?: number;
  readonly key?: string;
  /** Of the copy. */
  readonly guards?: true;
  /** Of the page's own entry, while a copy lies below it. */
  readonly guarded?: boolean;
}

interface Watch {
  /** How the topmost layer is closed; undefined while none is open. */
  readonly topLayer: () => (() => void) | undefined;
  /** Whether the router takes no step. */
  readonly isAtRest: () => boolean;
}

/*
 * Below the first entry of a visit lies another document, and a step there cannot be stopped. While a layer is open on
 * that entry, a copy of it lies below: Back leads to the copy, and from there up again to close the layer or, when none
 * is open, on to where the user came from. The router hears of none of these steps.
 */
let watch: Watch | null = null;
/** Of the entry on show, as the router numbers them: at a step, the history tells the next one's already. */
let depth = 0;
/** Whether the copy is there, and what the entry above it is. */
let guarded = false;
let page: { readonly state: EntryState; readonly url: string } | null = null;
/** No page was opened above it: nothing is lost ahead when the copy goes. */
let newest = false;
/** The entry that a step forward leads to has to stay. */
let keepsAhead = false;

/** Longer than one layer takes to follow another one: a menu's question, a dialog whose code has come. */
const LAYER_FOLLOWS = 500;
/** Longer than a browser takes for a step that it was told to take. */
const STEP_TAKES = 1000;
let releasedAt = Number.NEGATIVE_INFINITY;
/** What follows when a step that was taken has been undone. */
let undone: (() => void) | null = null;

const stateOf = (state: unknown): EntryState => (state as EntryState | null) ?? {};
const nothing = (): void => undefined;

function notePage(state: EntryState): void {
  page = { state: { ...state, guarded: false }, url: window.location.href };
}

/** While a step forward waits for an answer, nothing may be put in its place. */
export function keepAhead(keeps: boolean): void {
  keepsAhead = keeps;
}

/** A layer has opened. */
export function guardEntry(): void {
  const state = stateOf(window.history.state);
  if (!watch || guarded || keepsAhead || state.idx !== 0) return;
  notePage(state);
  window.history.replaceState({ guards: true }, '');
  window.history.pushState({ ...state, guarded: true }, '');
  guarded = true;
  newest = true;
}

/** Calls off the step down that waits for another layer to follow. */
let callOff = nothing;

/** A layer has closed, or a step is over. */
export function releaseEntry(): void {
  // Counted from the last one that closed: a menu's time was over just when its question had been answered.
  callOff();
  if (!guarded || !newest) return;
  // A reload that has begun would be broken off by the step. The copy stays then, and Back leads on from it.
  const stay = (): void => {
    clearTimeout(timer);
    window.removeEventListener('beforeunload', stay);
    callOff = nothing;
  };
  // Until then Back finds the copy, and leads on.
  const timer = setTimeout(() => {
    stay();
    const state = stateOf(window.history.state);
    if (!guarded || !newest || state.guarded !== true || watch?.topLayer() || watch?.isAtRest() !== true) return;
    notePage(state);
    releasedAt = nowMs();
    window.history.back();
  }, LAYER_FOLLOWS);
  window.addEventListener('beforeunload', stay);
  callOff = stay;
}

/** The router has come to an entry; one that was replaced has lost its mark. */
export function noteEntry(): void {
  const state = stateOf(window.history.state);
  if (state.idx === undefined) return;
  depth = state.idx;
  if (depth > 0) newest = false;
  else if (guarded) {
    notePage(state);
    if (state.guarded !== true) window.history.replaceState({ ...state, guarded: true }, '');
    releaseEntry();
  }
}

/** How many entries of the app lie below this one. */
export const entriesBelow = (): number => entryDepth() + (guarded ? 1 : 0);

/** The copy becomes the page's entry, with nothing of it below. */
function dissolve(): void {
  window.history.replaceState(page?.state ?? { idx: 0 }, '', page?.url);
  guarded = false;
}

function undo(step: 1 | -1, then = nothing): void {
  undone = then;
  window.history.go(step);
}

/** What a step means that led to the copy. */
function onCopy(released: boolean): void {
  const layer = watch?.topLayer();
  if (depth > 0 || (released && layer)) undo(1);
  else if (layer) undo(1, () => watch?.topLayer()?.());
  else {
    dissolve();
    if (!released) window.history.back();
  }
}

/** Whether a step is none of the router's. */
function isOwn(state: EntryState): boolean {
  const released = nowMs() - releasedAt < STEP_TAKES;
  const then = undone;
  releasedAt = Number.NEGATIVE_INFINITY;
  undone = null;
  const isShown = (state.key ?? 'default') === shownKey();
  if (state.guards) onCopy(released);
  else if (then && isShown) then();
  // A page was opened before the step had begun: it led back from that one.
  else if (released && !isShown) undo(1);
  // Left over, ahead of the page: its layer is closed.
  else if (state.guarded && depth === 0 && !guarded) undo(-1);
  else {
    guarded ||= state.guarded === true;
    return false;
  }
  return true;
}

function onPop(event: PopStateEvent): void {
  if (isOwn(stateOf(event.state))) event.stopImmediatePropagation();
}

/**
 * For the app's client, before it makes the router: listeners of the window are called in the order in which they came,
 * capturing or not, and what this one takes the router shall not hear.
 */
export function watchEntries(by: Watch): void {
  if (!watch) window.addEventListener('popstate', onPop);
  watch = by;
  const state = stateOf(window.history.state);
  // From before a reload.
  if (state.guards) window.history.replaceState({ idx: 0 }, '');
  guarded = state.guarded === true;
  newest = false;
  noteEntry();
}
