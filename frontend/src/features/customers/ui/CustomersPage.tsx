import { UsersRound } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL_TIME, type Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useDebounced } from '../../../shared/hooks/useDebounced';
import { paths } from '../../../shared/navigation/paths';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { InfiniteList } from '../../../shared/ui/InfiniteList';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { useCustomersInfiniteQuery } from '../api/endpoints';
import { CUSTOMER_STATES, type CustomerState } from '../api/map';
import { CustomerCard } from './CustomerCard';

const tones = { all: 'brand', unprocessed: 'danger', processed: 'success' } as const;

/** The seller's customers: searched, filtered and counted by the server. */
export function CustomersPage(): ReactElement {
  const { t } = useTranslation('customer');
  const [period, setPeriod] = useState<Period>(ALL_TIME);
  const [state, setState] = useState<CustomerState>('all');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const list = useCustomersInfiniteQuery(
    { period, search, state },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useErrorToast(list.error, 'list');
  const pages = list.currentData?.pages;
  const customers = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const totals = list.data?.pages[0]?.totals;
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
          <PeriodFilter value={period} onChange={setPeriod} />
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
              tone: tones[value],
            }))}
            value={state}
            onSelect={setState}
          />
          <div>
            <InfiniteList
              label={t('customers')}
              layout="grid"
              items={customers}
              keyOf={({ id }) => id}
              renderItem={(customer) => <CustomerCard customer={customer} />}
              hasMore={list.hasNextPage}
              isFetching={list.isFetchingNextPage || (list.isFetching && customers.length === 0)}
              onLoadMore={() => void list.fetchNextPage()}
              onRetry={() => void (customers.length === 0 ? list.refetch() : list.fetchNextPage())}
              errorLines={lines}
              empty={<EmptyState text={t('noCustomers')} icon={<UsersRound size={64} strokeWidth={1} />} />}
            />
          </div>
        </Stack>
      </PageBody>
    </>
  );
}
