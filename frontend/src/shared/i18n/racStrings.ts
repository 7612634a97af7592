import { deviceLanguage } from './deviceLanguage';

/**
 * React Aria has no Persian texts, and without them a screen reader says «Dismiss». It reads two symbols: the locale
 * when it is imported, so every part of shared/ui that uses it imports this first, and the texts once, at the first
 * render. Every package of it that is in use has to be named here, or it throws.
 */
type Texts = Record<string, unknown>;

interface Formatter {
  number: (value: number) => string;
}

const persian: Record<string, Texts> = {
  '@react-aria/overlays': { dismiss: 'بستن' },
  '@react-aria/menu': { longPressMessage: 'برای باز شدن فهرست، نگه دارید یا Alt و فلش پایین را بزنید' },
  '@react-aria/toast': {
    close: 'بستن',
    notifications: (values: { count: number }, format: Formatter) => `${format.number(values.count)} پیام`,
  },
  '@react-aria/grid': {
    deselectedItem: (values: { item: string }) => `${values.item} از انتخاب بیرون رفت.`,
    select: 'انتخاب',
    selectedCount: (values: { count: number }, format: Formatter) => `${format.number(values.count)} مورد انتخاب شد.`,
    selectedAll: 'همه موارد انتخاب شدند.',
    selectedItem: (values: { item: string }) => `${values.item} انتخاب شد.`,
    longPressToSelect: 'برای انتخاب، نگه دارید.',
  },
  '@react-aria/gridlist': {
    hasActionAnnouncement: 'این سطر عملیات دارد',
    hasLinkAnnouncement: (values: { link: string }) => `این سطر پیوند دارد: ${values.link}`,
  },
  '@react-aria/calendar': {
    previous: 'قبلی',
    next: 'بعدی',
    selectedDateDescription: (values: { date: string }) => `تاریخ انتخاب‌شده: ${values.date}`,
    selectedRangeDescription: (values: { dateRange: string }) => `بازه انتخاب‌شده: ${values.dateRange}`,
    todayDate: (values: { date: string }) => `امروز، ${values.date}`,
    todayDateSelected: (values: { date: string }) => `امروز، ${values.date}، انتخاب‌شده`,
    dateSelected: (values: { date: string }) => `${values.date}، انتخاب‌شده`,
    startRangeSelectionPrompt: 'برای شروع بازه بزنید',
    finishRangeSelectionPrompt: 'برای پایان بازه بزنید',
    minimumDate: 'نخستین تاریخ ممکن',
    maximumDate: 'آخرین تاریخ ممکن',
    dateRange: (values: { startDate: string; endDate: string }) => `${values.startDate} تا ${values.endDate}`,
  },
  'react-aria-components': { selectPlaceholder: 'انتخاب کنید' },
};

const STRINGS = Symbol.for('react-aria.i18n.strings');
const inPersian = deviceLanguage() === 'fa';

Object.assign(window, {
  [Symbol.for('react-aria.i18n.locale')]: inPersian ? 'fa-IR' : 'en-US',
  [STRINGS]: persian,
});

/** For the English page. */
export async function startEnglishAria(): Promise<void> {
  const english: unknown = await import('react-aria-components/i18n/en-US');
  Object.assign(window, { [STRINGS]: (english as { default: Record<string, Texts> }).default });
}
