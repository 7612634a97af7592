import styled from '@emotion/styled';
import { Boxes, MapPin, UsersRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { ALL_TIME } from '../../../entities/period/period';
import { useSalesRowsQuery } from '../../../entities/sales/endpoints';
import { SalesSeries } from '../../../entities/sales/ui/SalesSeries';
import { TopTen } from '../../../entities/sales/ui/TopTen';
import { useSellerSummaryQuery } from '../../../entities/seller/endpoints';
import type { SellerSummary } from '../../../entities/seller/types';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { LinkButton } from '../../../shared/ui/Link';
import { Money } from '../../../shared/ui/Money';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { Skeleton } from '../../../shared/ui/Skeleton';

const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** The seller's figures and links to the reports. */
export function DashboardPage(): ReactElement {
  const t = useText('sales');
  const summary = useSellerSummaryQuery(undefined, fresh);
  const { data: topProducts } = useSalesRowsQuery({ subject: 'products', period: ALL_TIME }, fresh);
  const slow = useSteadyLoading(summary.isLoading);
  useErrorToast(summary.error);
  return (
    <>
      <PageHeader
        title={t('dashboard')}
        subtitle={summary.data?.title}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={summary.isFetching && summary.data !== undefined}
      />
      <PageBody>
        <Stack>
          <Place>
            {slow || summary.data ? (
              <Figures summary={slow ? undefined : summary.data} />
            ) : (
              summary.error && (
                <ErrorState
                  lines={errorLines(summary.error)}
                  busy={summary.isFetching}
                  onRetry={() => void summary.refetch()}
                />
              )
            )}
          </Place>
          <ReportLinks aria-label={t('reports')}>
            <LinkButton variant="secondary" to={paths.regionsReport.href()} icon={<MapPin />}>
              {t('titles.regions')}
            </LinkButton>
            <LinkButton variant="secondary" to={paths.customersReport.href()} icon={<UsersRound />}>
              {t('titles.customers')}
            </LinkButton>
            <LinkButton variant="secondary" to={paths.productsReport.href()} icon={<Boxes />}>
              {t('titles.products')}
            </LinkButton>
          </ReportLinks>
          <SalesSeries period={ALL_TIME} />
          {topProducts && topProducts.length > 0 && <TopTen title={t('top.products')} rows={topProducts} />}
        </Stack>
      </PageBody>
    </>
  );
}

/** `summary`: undefined while it loads. */
function Figures({ summary }: { readonly summary: SellerSummary | undefined }): ReactElement {
  const t = useText('sales');
  return (
    <Grid aria-busy={summary === undefined}>
      <Figure as="div" data-wide>
        <dt>{t('figures.amount')}</dt>
        <dd>{summary ? <Money amount={summary.amount} size="amount" /> : <FigureSkeleton />}</dd>
      </Figure>
      {(['baskets', 'units', 'customers', 'products'] as const).map((name) => (
        <Figure as="div" key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>{summary ? formatNumber(summary[name]) : <FigureSkeleton />}</dd>
        </Figure>
      ))}
    </Grid>
  );
}

const FigureSkeleton = (): ReactElement => <Skeleton width="60%" height="34px" />;

/** As high as the figures, so that the page below does not move when they arrive. */
const Place = styled.div({ minBlockSize: '292px', [media.desktopUp]: { minBlockSize: '90px' } });

const Grid = styled.dl({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space(3),
  '& > [data-wide]': { gridColumn: '1 / -1' },
  [media.desktopUp]: {
    gridTemplateColumns: '2fr repeat(4, minmax(0, 1fr))',
    '& > [data-wide]': { gridColumn: 'auto' },
  },
});

const Figure = styled(Card)({
  '& > dt': { ...type.caption, color: colors.muted },
  '& > dd': type.amount,
});

const ReportLinks = styled.nav({
  display: 'grid',
  gap: space(3),
  [media.tabletUp]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});
