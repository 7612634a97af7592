import { useSearchParams } from 'react-router';
import { useAddress } from './address';
import { type QueryChange, withChanges } from './query';

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
  const [params] = useSearchParams();
  const address = useAddress();
  return {
    params,
    change: (changes, options) => {
      address.change((now) => withChanges(now, changes), options);
    },
  };
}
