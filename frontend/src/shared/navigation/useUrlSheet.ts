import { useSearchParams } from 'react-router';
import { useAddress } from './address';
import { withChanges } from './query';

export interface UrlSheet {
  /** Null while it is closed. */
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
}

/**
 * A sheet of one page that is open while the address has its parameter, so that Back closes it. For `routes/`; a page
 * takes values and callbacks.
 */
export function useUrlSheet(name: string): UrlSheet {
  const [params] = useSearchParams();
  const { here, change, stepBack } = useAddress();
  const set = (value: string | null) => (now: URLSearchParams) => withChanges(now, { [name]: value });
  return {
    value: params.get(name),
    open: (value) => {
      change(set(value), { keepScroll: true, state: { sheet: name } });
    },
    close: () => {
      // A link straight to the open sheet has no entry below it to go back to.
      if ((here()?.state as { sheet?: unknown } | null)?.sheet === name) stepBack();
      else change(set(null), { keepScroll: true, replace: true });
    },
  };
}
