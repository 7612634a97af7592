import { type Location, useLocation, useNavigate } from 'react-router';
import { layerOf } from './entry';
import { beginStep } from './layers';
import { searchOf, withChanges } from './query';
import { boundLocation } from './trail';

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
  const here = (): Location | null => {
    const bound = boundLocation();
    return bound?.pathname === pathname ? bound : null;
  };
  const change: Address['change'] = (edit, { replace = false, keepScroll = false, state } = {}) => {
    const now = here();
    if (!now) return;
    const params = new URLSearchParams(now.search);
    const search = searchOf(edit(new URLSearchParams(params)));
    if (search === searchOf(params)) return;
    void navigate(
      { search, hash: now.hash },
      { replace, preventScrollReset: keepScroll, state: replace ? (now.state as unknown) : state },
    );
  };
  const stepBack = (steps = -1): void => {
    if (here() && beginStep()) void navigate(steps);
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
