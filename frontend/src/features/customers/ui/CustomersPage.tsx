import { UsersRound } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useCustomersInfiniteQuery } from '../api/endpoints';
import { CUSTOMER_STATES, type Customer, type CustomerState } from '../api/map';
import { CustomerCard } from './CustomerCard';

const tones = { all: {}, unprocessed: { tone: 'danger' }, processed: { tone: 'success' } } as const;

interface CustomersPageProps {
  readonly search: string;
  readonly state: CustomerState;
  readonly period: Period;
  /** To take an order from one of them. */
  readonly taking: boolean;
  /** Called with what was typed, after a pause. */
  readonly onSearch: (search: string) => void;
  readonly onState: (state: CustomerState) => void;
  readonly onPeriod: (period: Period) => void;
  /** Resets every filter; undefined when there is none. */
  readonly onClear: (() => void) | undefined;
}

const card = (customer: Customer): ReactElement => <CustomerCard customer={customer} taking={false} />;
const cardToTakeFrom = (customer: Customer): ReactElement => <CustomerCard customer={customer} taking />;

/** The seller's customers: searched, filtered and counted by the server. */
export function CustomersPage(props: CustomersPageProps): ReactElement {
  const { search, state, period, taking, onSearch, onState, onPeriod, onClear } = props;
  const t = useText('customer');
  const [typed, setTyped] = useSettledText(search, onSearch);
  const filter = { period, search, state };
  const query = useCustomersInfiniteQuery(filter, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useErrorToast(query.error, 'list');
  const list = usePages(query, filter);
  return (
    <>
      <PageHeader
        title={t(taking ? 'whoOrders' : 'customers')}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={list.isFetching && list.items.length > 0 && !list.isFetchingMore}
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
              count: list.totals?.[value],
              ...tones[value],
            }))}
            value={state}
            onSelect={onState}
          />
          <div>
            <VirtualList
              label={t('customers')}
              column={320}
              estimate={214}
              {...list}
              total={list.totals?.[state]}
              renderItem={taking ? cardToTakeFrom : card}
              errorLines={list.error && errorLines(list.error, 'list')}
              empty={
                <EmptyState
                  text={t('noCustomers')}
                  icon={<UsersRound />}
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
