import { useSyncExternalStore } from 'react';
import type { Store } from './store';

export const useStore = <State>({ subscribe, get }: Pick<Store<State>, 'subscribe' | 'get'>): State =>
  useSyncExternalStore(subscribe, get);
