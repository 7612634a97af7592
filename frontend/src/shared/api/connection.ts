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
