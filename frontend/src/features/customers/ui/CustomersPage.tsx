import { UsersRound } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { paths } from '../../../shared/navigation/paths';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { InfiniteList } from '../../../shared/ui/InfiniteList';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { useCustomersInfiniteQuery } from '../api/endpoints';
import { CUSTOMER_STATES, type CustomerState, customersOf, hasMoved } from '../api/map';
import { CustomerCard } from './CustomerCard';

const tones = { all: {}, unprocessed: { tone: 'danger' }, processed: { tone: 'success' } } as const;

interface CustomersPageProps {
  readonly search: string;
  readonly state: CustomerState;
  readonly period: Period;
  /** What was typed, when it has rested. */
  readonly onSearch: (search: string) => void;
  readonly onState: (state: CustomerState) => void;
  readonly onPeriod: (period: Period) => void;
  /** Every filter back to all; left out when there is none. */
  readonly onClear: (() => void) | undefined;
}

/** The seller's customers: searched, filtered and counted by the server. */
export function CustomersPage(props: CustomersPageProps): ReactElement {
  const { search, state, period, onSearch, onState, onPeriod, onClear } = props;
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useSettledText(search, onSearch);
  const list = useCustomersInfiniteQuery(
    { period, search, state },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useErrorToast(list.error, 'list');
  const replacing = list.isFetching && list.currentData === undefined;
  // Those of the former filter stay for the moment that a fast answer takes.
  const pages = (replacing ? list.data : list.currentData)?.pages;
  const customers = useMemo(() => customersOf(pages ?? []), [pages]);
  const totals = list.data?.pages[0]?.totals;
  const loadMore = async (): Promise<void> => {
    const request = list.fetchNextPage();
    const { data } = await request;
    // Whoever ordered meanwhile is on top now, and the others moved down: only all pages together show everybody.
    if (data && hasMoved(data.pages)) await request.refetch();
  };
  const lines = list.error && !list.isFetching ? errorLines(list.error, 'list') : undefined;
  return (
    <>
      <PageHeader
        title={t('customers')}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={list.isFetching && customers.length > 0 && !list.isFetchingNextPage}
      >
        <Stack gap={2}>
          <SearchField label={t('search')} value={typed} onValueChange={setTyped} />
          <PeriodFilter value={period} onChange={onPeriod} />
        </Stack>
      </PageHeader>
      <PageBody>
        <Stack>
          <StatFilter
            label={t('byState')}
            items={CUSTOMER_STATES.map((value) => ({
              value,
              label: t(`states.${value}`),
              count: totals?.[value],
              ...tones[value],
            }))}
            value={state}
            onSelect={onState}
          />
          <div>
            <InfiniteList
              label={t('customers')}
              layout="grid"
              items={customers}
              keyOf={({ id }) => id}
              renderItem={(customer) => <CustomerCard customer={customer} />}
              hasMore={list.hasNextPage}
              isFetching={list.isFetchingNextPage || replacing}
              isReplacing={replacing}
              isRefreshing={list.isFetching}
              onLoadMore={loadMore}
              onRetry={() => void (list.isFetchNextPageError ? loadMore() : list.refetch())}
              errorLines={lines}
              empty={
                <EmptyState
                  text={t('noCustomers')}
                  icon={<UsersRound size={64} strokeWidth={1} />}
                  action={onClear && <Button onClick={onClear}>{t('clear')}</Button>}
                />
              }
            />
          </div>
        </Stack>
      </PageBody>
    </>
  );
}
