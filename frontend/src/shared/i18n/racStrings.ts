import * as englishModule from 'react-aria-components/i18n/en-US';
import { deviceLanguage } from './deviceLanguage';

/**
 * React Aria has no Persian texts, and without them a screen reader says «Dismiss». Its own provider reads these two
 * symbols; every package in use has to be named or it throws, so English lies beneath. Import before the first render.
 */
type Texts = Record<string, unknown>;

const english = (englishModule as unknown as { default: Record<string, Texts> }).default;

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
  '@react-aria/searchfield': { 'Clear search': 'پاک کردن جستجو' },
  '@react-aria/spinbutton': { Empty: 'خالی' },
  '@react-aria/combobox': {
    ...english['@react-aria/combobox'],
    buttonLabel: 'نمایش پیشنهادها',
    listboxLabel: 'پیشنهادها',
    selectedAnnouncement: (values: { optionText: string }) => `${values.optionText}، انتخاب شد`,
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
  '@react-aria/datepicker': {
    era: 'دوره',
    year: 'سال',
    month: 'ماه',
    day: 'روز',
    hour: 'ساعت',
    minute: 'دقیقه',
    second: 'ثانیه',
    dayPeriod: 'پیش یا پس از ظهر',
    calendar: 'تقویم',
    startDate: 'تاریخ شروع',
    endDate: 'تاریخ پایان',
    weekday: 'روز هفته',
    timeZoneName: 'منطقه زمانی',
    selectedDateDescription: (values: { date: string }) => `تاریخ انتخاب‌شده: ${values.date}`,
    selectedRangeDescription: (values: { startDate: string; endDate: string }) =>
      `بازه انتخاب‌شده: ${values.startDate} تا ${values.endDate}`,
    selectedTimeDescription: (values: { time: string }) => `ساعت انتخاب‌شده: ${values.time}`,
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
  '@react-stately/datepicker': {
    rangeUnderflow: (values: { minValue: string }) => `تاریخ نباید پیش از ${values.minValue} باشد.`,
    rangeOverflow: (values: { maxValue: string }) => `تاریخ نباید پس از ${values.maxValue} باشد.`,
    rangeReversed: 'تاریخ شروع باید پیش از تاریخ پایان باشد.',
    unavailableDate: 'این تاریخ قابل انتخاب نیست.',
  },
  'react-aria-components': { ...english['react-aria-components'], selectPlaceholder: 'انتخاب کنید' },
};

const inPersian = deviceLanguage() === 'fa';

Object.assign(window, {
  [Symbol.for('react-aria.i18n.locale')]: inPersian ? 'fa-IR' : 'en-US',
  [Symbol.for('react-aria.i18n.strings')]: inPersian ? { ...english, ...persian } : english,
});
