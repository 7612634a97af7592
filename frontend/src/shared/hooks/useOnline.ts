import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  for (const change of ['online', 'offline'])
    window.addEventListener(change, listener, { signal: subscription.signal });
  return () => subscription.abort();
}

/** Whether the device has a network, as far as the browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
