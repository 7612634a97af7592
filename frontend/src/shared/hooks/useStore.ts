import { useSyncExternalStore } from 'react';
import type { Store } from '../lib/store';

export const useStore = <State>({ subscribe, get }: Pick<Store<State>, 'subscribe' | 'get'>): State =>
  useSyncExternalStore(subscribe, get);

/** Of a large state the part that one row shows: another row's change draws it not again. */
export const useStorePart = <State, Part>(
  { subscribe, get }: Pick<Store<State>, 'subscribe' | 'get'>,
  part: (state: State) => Part,
): Part => useSyncExternalStore(subscribe, () => part(get()));
