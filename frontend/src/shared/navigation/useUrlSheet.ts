import { useSearchParams } from 'react-router';
import { useAddress } from './address';
import type { SheetName } from './dialogs';
import { withChanges } from './query';

export interface UrlSheet {
  /** Null while it is closed. */
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
}

/**
 * A sheet of one page that is open while the address has its parameter, so that Back closes it. For `routes/` only: pages
 * take values and callbacks.
 */
export function useUrlSheet(name: SheetName): UrlSheet {
  const [params] = useSearchParams();
  const { openLayer, closeLayer } = useAddress();
  return {
    value: params.get(name),
    open: (value) => openLayer(name, (now) => withChanges(now, { [name]: value })),
    close: () => closeLayer(name),
  };
}
