import { type ReactElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLines } from '../../../shared/api/errorLines';
import { formatNumber, withUnit } from '../../../shared/lib/format';
import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { CHART_HEAD, CHART_HEIGHT, SeriesChart } from '../../../shared/ui/SeriesChart';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Period } from '../../period/period';
import { useSalesSeriesQuery } from '../endpoints';
import { toPoints } from '../grain';

/** The amount sold by day, by week or by month, as the length of the period asks for. */
export function SalesSeries({ period }: { readonly period: Period }): ReactElement {
  const { t } = useTranslation(['sales', 'ui']);
  const series = useSalesSeriesQuery(period, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const chart = useMemo(() => series.currentData && toPoints(series.currentData), [series.currentData]);
  return (
    <Card>
      {chart ? (
        <SeriesChart
          title={t(`series.${chart.grain}`)}
          points={chart.points}
          formatValue={(value) => withUnit(formatNumber(value), t('ui:toman'))}
        />
      ) : series.error && !series.isFetching ? (
        <ErrorState lines={errorLines(series.error, 'list')} onRetry={() => void series.refetch()} />
      ) : (
        <Skeleton height={CHART_HEIGHT + CHART_HEAD} round="button" />
      )}
    </Card>
  );
}
