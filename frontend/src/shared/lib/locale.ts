import { moduleStore } from './store';

/** The language in which numbers and dates are written; shared/i18n sets it together with the texts. */
export type Language = 'fa' | 'en';

/** Days are Jalali in both languages. */
const locales = { fa: 'fa-IR', en: 'en-US-u-ca-persian' } as const;

const written = moduleStore<{ language: Language }>(() => ({ language: 'fa' }));

export const writeIn = (language: Language): void => written.set({ language });

export const isPersian = (): boolean => written.get().language === 'fa';

/** The `dir` of a text field: on an English page the typed text decides, because names are Persian. */
export const typedDirection = (): 'auto' | undefined => (isPersian() ? undefined : 'auto');

/** For Intl and for React Aria, which takes direction, digits and calendar from it. */
export const locale = (): string => locales[written.get().language];
