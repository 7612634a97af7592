import { type Location as RouterLocation, useLocation, useNavigate } from 'react-router';
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
  /** The current location of this page; null for a page that is being left, which must not navigate any more. */
  readonly here: () => RouterLocation | null;
  /** Changes the current query. An unchanged query adds no history entry. */
  readonly change: (edit: (params: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void;
  /** Opens a layer that the address names. The `state` of its entry names the layer. */
  readonly openLayer: (name: string, edit: (params: URLSearchParams) => URLSearchParams) => void;
  /** Closes it: goes back if opening added an entry; after a direct link there is no entry of this page below. */
  readonly closeLayer: (name: string) => void;
  /** Goes back, one entry (−1) by default; only once for two quick presses. */
  readonly stepBack: (steps?: number) => void;
}

/** The address of the calling page, and how to change it. For hooks of this folder. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = (): RouterLocation | null => {
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
