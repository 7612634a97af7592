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

/*
 * What a module keeps for the whole tab stands here, and nowhere else: tests let all of it begin anew. Drafts and other
 * things of one user, order or form are stores of their own.
 */
const resets: (() => void)[] = [];

export function moduleStore<State extends object>(start: () => State): Store<State> {
  let store = makeStore(start());
  // With it go those who listened.
  resets.push(() => {
    store = makeStore(start());
  });
  return {
    get: () => store.get(),
    set: (part) => store.set(part),
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** For what nobody listens to. */
export function moduleMap<Key, Value>(): Map<Key, Value> {
  const map = new Map<Key, Value>();
  resets.push(() => map.clear());
  return map;
}

/** As after loading the page. For tests. */
export function resetModules(): void {
  for (const reset of resets) reset();
}
