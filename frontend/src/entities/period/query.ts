import { parseJalali } from '../../shared/lib/jalali';
import { oneOf, type QueryChange } from '../../shared/navigation/query';
import { ALL_TIME, PERIOD_KINDS, type Period } from './period';

/** Slashes would be escaped in an address. */
const asQuery = (date: string): string => date.replaceAll('/', '-');

/** The period of an address: `?period=week`, `?period=range&from=1405-08-01&to=1405-08-30`. Anything else means all. */
export function periodOf(params: URLSearchParams): Period {
  const kind = oneOf(PERIOD_KINDS, params.get('period'), 'all');
  if (kind !== 'range') return { kind };
  const from = parseJalali(params.get('from') ?? '');
  const to = parseJalali(params.get('to') ?? '');
  return from === null || to === null || to < from ? ALL_TIME : { kind, from, to };
}

/** How an address writes a period; all of time is left out. */
export const periodChange = (period: Period): QueryChange => ({
  period: period.kind === 'all' ? null : period.kind,
  from: period.kind === 'range' ? asQuery(period.from) : null,
  to: period.kind === 'range' ? asQuery(period.to) : null,
});
