import styled from '@emotion/styled';
import { Search } from 'lucide-react';
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { reportFileHref, type SalesSubject, useSalesRowsQuery } from '../../../entities/sales/endpoints';
import type { SalesRow } from '../../../entities/sales/map';
import { SalesSeries } from '../../../entities/sales/ui/SalesSeries';
import { TopTen } from '../../../entities/sales/ui/TopTen';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { includesFa } from '../../../shared/lib/foldFa';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { space } from '../../../shared/theme/tokens';
import { BarRow } from '../../../shared/ui/BarRow';
import { Card } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FileLinks } from '../../../shared/ui/FileLinks';
import { IconButton } from '../../../shared/ui/IconButton';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { VirtualList } from '../../../shared/ui/VirtualList';

const NONE: readonly SalesRow[] = [];

interface ReportPageProps {
  readonly subject: SalesSubject;
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
}

/** Registered sales by one subject. A failure makes no toast here: it stands in the place of the rows only. */
export function ReportPage({ subject, period, onPeriod }: ReportPageProps): ReactElement {
  const t = useText('sales');
  const [searching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const report = useSalesRowsQuery({ subject, period }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const replacing = report.isFetching && report.currentData === undefined;
  // The rows of the previous period stay until the answer comes, or until it is slow.
  const rows = (replacing ? report.data : report.currentData) ?? NONE;
  // The typed key is drawn before ten thousand rows are filtered.
  const wanted = useDeferredValue(search);
  const found = useMemo(
    () => rows.filter(({ name, detail }) => includesFa(`${name} ${detail}`, wanted)),
    [rows, wanted],
  );
  const max = rows[0]?.amount ?? 0;
  const card = useCallback((row: SalesRow) => <Row row={row} max={max} />, [max]);
  // A search hides the charts, which do not change with it.
  const narrowed = search.trim() !== '';
  const closeSearch = () => {
    setSearching(false);
    setSearch('');
  };
  return (
    <>
      <PageHeader
        title={t(`titles.${subject}`)}
        backTo={paths.dashboard.href()}
        closeTo={paths.home.href()}
        progress={report.isFetching && report.currentData !== undefined}
        actions={
          <IconButton
            label={t('search')}
            icon={<Search />}
            aria-expanded={searching}
            onClick={searching ? closeSearch : () => setSearching(true)}
          />
        }
      >
        <Tools data-searching={searching || undefined}>
          <SearchField
            label={t('search')}
            value={search}
            onValueChange={setSearch}
            isOpen={searching}
            onClose={closeSearch}
          />
          <PeriodFilter value={period} onChange={onPeriod} order="dmy" />
        </Tools>
      </PageHeader>
      <PageBody>
        <Stack>
          {!narrowed && <SalesSeries period={period} />}
          {!narrowed && rows.length > 0 && <TopTen title={t(`top.${subject}`)} rows={rows} />}
          {rows.length > 0 && (
            <FileLinks
              hrefOf={(format) => reportFileHref({ subject, period }, format)}
              labelOf={(format) => t(`download.${format}`)}
            />
          )}
          <div>
            <VirtualList
              label={t(`titles.${subject}`)}
              column={320}
              estimate={160}
              name={wanted}
              items={found}
              renderItem={card}
              isFetching={report.isFetching}
              isReplacing={replacing}
              onRetry={() => void report.refetch()}
              errorLines={report.error && !report.isFetching ? errorLines(report.error, 'list') : undefined}
              empty={<EmptyState text={t('empty')} />}
            />
          </div>
        </Stack>
      </PageBody>
    </>
  );
}

function Row({ row, max }: { readonly row: SalesRow; readonly max: number }): ReactElement {
  const t = useText('sales');
  return (
    <Card as="article">
      <BarRow
        title={row.name}
        subtitle={row.detail}
        value={row.amount}
        max={max}
        figure={<Money amount={row.amount} />}
        figures={[
          { label: t('figures.baskets'), value: formatNumber(row.baskets) },
          { label: t('figures.units'), value: formatNumber(row.units) },
        ]}
      />
    </Card>
  );
}

const Tools = styled.div({ display: 'flex', flexDirection: 'column', '&[data-searching]': { gap: space(2) } });
