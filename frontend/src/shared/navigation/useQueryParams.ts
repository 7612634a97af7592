import { useSearchParams } from 'react-router';
import { useAddress } from './address';
import { type QueryChange, withChanges } from './query';

interface QueryParams {
  readonly params: URLSearchParams;
  /** `replace`: without a history entry of its own, for what changes with every key. */
  readonly change: (changes: QueryChange, options?: { readonly replace?: boolean }) => void;
}

/**
 * State of a screen that lives in the address, so that Back, a reload and a shared link restore it. For `routes/` only:
 * pages take values and callbacks. Setting the same values adds no history entry.
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
