import styled from '@emotion/styled';
import { type ReactElement, useMemo } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { dayMonth, type JalaliDate, monthYear } from '../../../shared/lib/jalali';
import { withUnit } from '../../../shared/lib/units';
import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { CHART_HEAD, CHART_HEIGHT, SeriesChart } from '../../../shared/ui/SeriesChart';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Period } from '../../period/period';
import { useSalesSeriesQuery } from '../endpoints';
import { type Grain, toPoints } from '../grain';

/** The amount sold by day, week or month, depending on the length of the period. */
export function SalesSeries({ period }: { readonly period: Period }): ReactElement {
  const t = useText(['sales', 'ui']);
  const series = useSalesSeriesQuery(period, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const waiting = series.isFetching && series.currentData === undefined;
  const slow = useSteadyLoading(waiting);
  // The series of the previous period stays until the answer comes, or until it is slow.
  const days = waiting ? series.data : series.currentData;
  const chart = useMemo(() => days && toPoints(days), [days]);
  const formatDate = {
    day: undefined,
    week: (saturday: JalaliDate) => t('week', { day: dayMonth(saturday) }),
    month: monthYear,
  } as const satisfies Record<Grain, unknown>;
  return (
    <Card>
      {slow ? (
        <Skeleton height={CHART_HEIGHT + CHART_HEAD} round="button" />
      ) : chart ? (
        <SeriesChart
          title={t(`series.${chart.grain}`)}
          points={chart.points}
          formatValue={(value) => withUnit(formatNumber(value), t('ui:toman'))}
          formatDate={formatDate[chart.grain]}
        />
      ) : series.error && !series.isFetching ? (
        <ErrorState lines={errorLines(series.error, 'list')} onRetry={() => void series.refetch()} />
      ) : (
        <Placeholder />
      )}
    </Card>
  );
}

/** The chart's place until there is something to draw. */
const Placeholder = styled.div({ blockSize: `${CHART_HEIGHT + CHART_HEAD}px` });
