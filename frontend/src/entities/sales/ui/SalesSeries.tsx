import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { errorLines } from '../../../shared/api/errorLines';
import { formatNumber, withUnit } from '../../../shared/lib/format';
import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { CHART_HEAD, CHART_HEIGHT, SeriesChart } from '../../../shared/ui/SeriesChart';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Period } from '../../period/period';
import { useSalesSeriesQuery } from '../endpoints';

/** The amount sold day by day. */
export function SalesSeries({ period }: { readonly period: Period }): ReactElement {
  const { t } = useTranslation(['sales', 'ui']);
  const series = useSalesSeriesQuery(period, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  return (
    <Card>
      {series.currentData ? (
        <SeriesChart
          title={t('series')}
          points={series.currentData}
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
