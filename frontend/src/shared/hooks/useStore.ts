import { useSyncExternalStore } from 'react';
import type { Store } from '../lib/store';

export const useStore = <State>({ subscribe, get }: Pick<Store<State>, 'subscribe' | 'get'>): State =>
  useSyncExternalStore(subscribe, get);

/** The part of a large state that one row needs: the change of another row does not render this one. */
export const useStorePart = <State, Part>(
  { subscribe, get }: Pick<Store<State>, 'subscribe' | 'get'>,
  part: (state: State) => Part,
): Part => useSyncExternalStore(subscribe, () => part(get()));
