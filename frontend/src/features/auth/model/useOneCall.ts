import { useRef, useState } from 'react';
import { type AppError, isAppError } from '../../../shared/api/appError';
import { isChunkError } from '../../../shared/lib/chunks';

const OFFLINE: AppError = { kind: 'offline', lines: [] };

/** The code of the call may not come: for the user the same as a call that did not arrive. */
function failureOf(error: unknown): AppError {
  if (isChunkError(error)) return OFFLINE;
  if (!isAppError(error)) throw error;
  return error;
}

/** Whether it may have been done all the same: nobody answered, or a server that was not told how it ended. */
export const mayBeDone = ({ kind, status = 0 }: AppError): boolean => kind !== 'http' || status >= 500;

/** Runs one call at a time. `run` answers with its failure; null when there is none, and while another call runs. */
export function useOneCall<What extends string>() {
  const [busy, setBusy] = useState<What | null>(null);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  const run = async (what: What, call: () => Promise<void>): Promise<AppError | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(what);
    try {
      await call();
      return null;
    } catch (error) {
      return failureOf(error);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, run };
}
