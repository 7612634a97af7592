import { useSyncExternalStore } from 'react';
import { nowSnapshot, subscribeNow } from '../lib/now';

/** The current second as epoch milliseconds. Call it in the leaf that shows the time: it renders every second. */
export const useNow = (): number => useSyncExternalStore(subscribeNow, nowSnapshot);
