import type { JalaliDate } from '../../shared/lib/jalali';

export const PERIOD_KINDS = ['all', 'today', 'week', 'month', 'range'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

export type Period =
  | { readonly kind: Exclude<PeriodKind, 'range'> }
  | { readonly kind: 'range'; readonly from: JalaliDate; readonly to: JalaliDate };

export const ALL_TIME: Period = { kind: 'all' };

/** The codes of the customer and order lists; 4 is not used. */
const LIST_CODES = { all: 0, today: 1, week: 2, month: 3, range: 5 } as const;

/** The days of a range, as every call takes them. */
export const rangeParams = (period: Period): Readonly<Record<string, string>> =>
  period.kind === 'range' ? { fromDate: period.from, toDate: period.to } : {};

/** The period of the customer and order lists. */
export const listParams = (period: Period): Readonly<Record<string, string | number>> => ({
  filterDate: LIST_CODES[period.kind],
  ...rangeParams(period),
});

/** The period of the reports: the position of the filter, from 1. */
export const reportCode = (period: Period): number => PERIOD_KINDS.indexOf(period.kind) + 1;
