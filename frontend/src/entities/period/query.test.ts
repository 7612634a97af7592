import { expect, it } from 'vitest';
import { withChanges } from '../../shared/navigation/query';
import { listParams } from './period';
import { periodChange, periodOf } from './query';

const asked = (query: string) => listParams(periodOf(new URLSearchParams(query)));

it.each([
  ['', { filterDate: 0 }],
  ['period=week', { filterDate: 2 }],
  ['period=range&from=1405-08-01&to=1405-08-30', { filterDate: 5, fromDate: '1405/08/01', toDate: '1405/08/30' }],
  ['period=range&from=۱۴۰۵/۰۸/۰۱&to=1405/08/01', { filterDate: 5, fromDate: '1405/08/01', toDate: '1405/08/01' }],
])('reads «%s»', (query, expected) => {
  expect(asked(query)).toEqual(expected);
});

it.each([
  'period=year',
  'period=',
  'from=1405-08-01&to=1405-08-30',
  'period=range',
  'period=range&from=1405-08-01',
  'period=range&from=1405-08-31&to=1405-13-01',
  'period=range&from=1405-08-30&to=1405-08-01',
])('takes «%s» for all of time', (query) => {
  expect(asked(query)).toEqual({ filterDate: 0 });
});

it('writes what it reads, and leaves the rest of the address alone', () => {
  const before = new URLSearchParams('search=x&period=range&from=1405-08-01&to=1405-08-30');
  expect(withChanges(before, periodChange(periodOf(before))).toString()).toBe(before.toString());
  expect(withChanges(before, periodChange({ kind: 'today' })).toString()).toBe('search=x&period=today');
  expect(withChanges(before, periodChange({ kind: 'all' })).toString()).toBe('search=x');
});
