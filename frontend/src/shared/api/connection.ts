/** Whether the last call reached the server. A small store of its own: it changes outside React and outside Redux. */
type Listener = () => void;

const listeners = new Set<Listener>();
let reachable = true;

export function noteReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export const isReachable = (): boolean => reachable;

export function subscribeReachable(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls back when there is a network again: the device says so, or the server answers after it did not. */
export function onBack(run: Listener): () => void {
  window.addEventListener('online', run);
  const unsubscribe = subscribeReachable(() => {
    if (isReachable()) run();
  });
  return () => {
    window.removeEventListener('online', run);
    unsubscribe();
  };
}
