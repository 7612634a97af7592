export interface Store<State> {
  readonly get: () => State;
  readonly set: (part: Partial<State>) => void;
  /** Returns the end of the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A state that outlives its component; read it with `useStore`. */
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

/*
 * Every state that a module holds for the whole tab is made here, so that tests can reset it. Drafts and other states of
 * one user, order or form are made with `makeStore`.
 */
const resets: (() => void)[] = [];

export function moduleStore<State extends object>(start: () => State): Store<State> {
  let store = makeStore(start());
  // Its listeners are dropped too.
  resets.push(() => {
    store = makeStore(start());
  });
  return {
    get: () => store.get(),
    set: (part) => store.set(part),
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** For state without listeners. */
export function moduleMap<Key, Value>(): Map<Key, Value> {
  const map = new Map<Key, Value>();
  resets.push(() => map.clear());
  return map;
}

/** Resets all of them to their initial state. For tests. */
export function resetModules(): void {
  for (const reset of resets) reset();
}
