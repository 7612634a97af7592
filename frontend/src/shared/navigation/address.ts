import { type Location, useLocation, useNavigate } from 'react-router';
import { nowMs } from '../lib/now';
import { noteOwnStep } from './layers';
import { withChanges } from './query';
import { shownKey } from './trail';

/**
 * Where the tab is, or is on its way to, at this instant. What React has drawn lags behind on a busy phone: a hook of
 * the router may still speak of a filter before the last one, or of a page that was left already.
 */
let place: Location | null = null;

/** What the router did; for `app/client`, which knows the router. */
export function notePlace(bound: Location): void {
  place = bound;
}

/** The path of that place; null before there is a router. */
export const boundPath = (): string | null => place?.pathname ?? null;

/** Its query, with the question mark; empty when it has none. */
export const boundSearch = (): string => place?.search ?? '';

/** Whether no step is being taken: what is on show is where the tab is bound for. */
export const isAtRest = (): boolean => place?.key === shownKey();

/** The layer that an entry of the history was made for; undefined for a page. */
export const layerOf = (at: Pick<Location, 'state'> | null): string | undefined =>
  (at?.state as { layer?: string } | null | undefined)?.layer;

/** A second press on «close» or «back», before the first step back has begun. */
const SAME_PRESS = 400;
let left: { readonly key: string; readonly at: number } | null = null;

/** The entry of the history that is on show: what a page keeps for its own return is kept under it. */
export const useEntryKey = (): string => useLocation().key;

interface ChangeOptions {
  /** Without a history entry of its own: the state of this one stays. */
  readonly replace?: boolean;
  /** The page stays where it was scrolled to. */
  readonly keepScroll?: boolean;
  /** Of a new entry. */
  readonly state?: unknown;
}

interface Address {
  /** The live place of this page; null for a page that is on its way out, which must not call the seller back. */
  readonly here: () => Location | null;
  /** Makes a new query of the live one. One that stays the same makes no history entry. */
  readonly change: (edit: (params: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void;
  /** Opens a layer that the address names. `state` of its entry says whose it is. */
  readonly openLayer: (name: string, edit: (params: URLSearchParams) => URLSearchParams) => void;
  /** Closes it: a step back when opening was a step forward; a link straight to it has nothing of this page below. */
  readonly closeLayer: (name: string) => void;
  /** Back, by one step (−1) unless told otherwise; once, whatever is pressed twice. */
  readonly stepBack: (steps?: number) => void;
}

/** The address of the page that asks, and its changes. For hooks of this folder. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = (): Location | null => (place?.pathname === pathname ? place : null);
  const change: Address['change'] = (edit, { replace = false, keepScroll = false, state } = {}) => {
    const now = here();
    if (!now) return;
    const params = new URLSearchParams(now.search);
    const next = edit(new URLSearchParams(params)).toString();
    if (next === params.toString()) return;
    void navigate(
      { search: next === '' ? '' : `?${next}`, hash: now.hash },
      { replace, preventScrollReset: keepScroll, state: replace ? (now.state as unknown) : state },
    );
  };
  const stepBack = (steps = -1): void => {
    const now = here();
    if (!now || (left?.key === now.key && nowMs() - left.at < SAME_PRESS)) return;
    left = { key: now.key, at: nowMs() };
    noteOwnStep();
    void navigate(steps);
  };
  return {
    here,
    change,
    stepBack,
    openLayer: (name, edit) => change(edit, { keepScroll: true, state: { layer: name } }),
    closeLayer: (name) => {
      if (layerOf(here()) === name) stepBack();
      else change((params) => withChanges(params, { [name]: null }), { keepScroll: true, replace: true });
    },
  };
}
