import { expect, it } from 'vitest';
import type { JalaliDate } from '../../shared/lib/jalali';
import { listParams, PERIOD_KINDS, type Period, reportCode } from './period';

const range: Period = { kind: 'range', from: '1405/08/01' as JalaliDate, to: '1405/08/30' as JalaliDate };
const periods = PERIOD_KINDS.map((kind): Period => (kind === 'range' ? range : { kind }));

it('gives lists and reports each their own codes', () => {
  expect(periods.map((period) => listParams(period)['filterDate'])).toEqual([0, 1, 2, 3, 5]);
  expect(periods.map(reportCode)).toEqual([1, 2, 3, 4, 5]);
});

it('sends days with a range only', () => {
  expect(listParams(range)).toEqual({ filterDate: 5, fromDate: '1405/08/01', toDate: '1405/08/30' });
  expect(listParams({ kind: 'week' })).toEqual({ filterDate: 2 });
});
