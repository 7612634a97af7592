import { useLocation, useSearchParams } from 'react-router';
import { type QueryChange, withChanges } from './query';
import { bound } from './trail';

interface QueryParams {
  readonly params: URLSearchParams;
  /** `replace`: without a history entry of its own, for what changes with every key. */
  readonly change: (changes: QueryChange, options?: { readonly replace?: boolean }) => void;
}

/**
 * What a screen keeps in the address, so that Back, reload and a shared link bring it again. For `routes/` only: a page
 * takes values and callbacks. A change that changes nothing makes no history entry.
 */
export function useQueryParams(): QueryParams {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  return {
    params,
    change: (changes, { replace = false } = {}) => {
      const next = withChanges(params, changes);
      // What was typed last settles after a link was pressed: it must not call back whoever is on the way out.
      if (bound() === pathname && next.toString() !== params.toString()) setParams(next, { replace });
    },
  };
}
