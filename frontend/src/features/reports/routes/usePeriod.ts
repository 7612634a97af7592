import type { Period } from '../../../entities/period/period';
import { periodChange, periodOf } from '../../../entities/period/query';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';

/** The period of a report, kept in the address. */
export function usePeriod(): { readonly period: Period; readonly onPeriod: (period: Period) => void } {
  const { params, change } = useQueryParams();
  return { period: periodOf(params), onPeriod: (period) => change(periodChange(period)) };
}
