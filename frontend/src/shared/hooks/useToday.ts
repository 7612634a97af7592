import { useSyncExternalStore } from 'react';
import { type JalaliDate, jalaliAt } from '../lib/jalali';
import { nowSnapshot, subscribeNow } from '../lib/now';

const today = (): JalaliDate => jalaliAt(nowSnapshot());

/** The day it is in Tehran; renders when it ends. */
export const useToday = (): JalaliDate => useSyncExternalStore(subscribeNow, today);
