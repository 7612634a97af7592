export interface Store<State> {
  readonly get: () => State;
  readonly set: (part: Partial<State>) => void;
  /** Returns the end of the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A state that outlives the component that shows it; read it with `useStore`. */
export function makeStore<State extends object>(start: State): Store<State> {
  let state = start;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (part) => {
      state = { ...state, ...part };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
