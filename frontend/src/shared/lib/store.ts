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

const resets: (() => void)[] = [];

/**
 * The store of a module: one for the whole tab. All others make theirs per user, order or form, so that nothing of one
 * is left in the next.
 */
export function moduleStore<State extends object>(start: () => State): Store<State> {
  const store = makeStore(start());
  resets.push(() => store.set(start()));
  return store;
}

/** All modules begin anew. For tests: a tab does so by loading the page. */
export function resetModules(): void {
  for (const reset of resets) reset();
}
