import styled from '@emotion/styled';
import { ArrowDownUp, UsersRound } from 'lucide-react';
import { type ReactElement, useCallback } from 'react';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useOpenIds } from '../../../shared/hooks/useOpenIds';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useToday } from '../../../shared/hooks/useToday';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { query } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { iconOnPhone } from '../../../shared/ui/iconOnPhone';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { OptionMenu } from '../../../shared/ui/OptionMenu';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { TableFrame, TableHead } from '../../../shared/ui/Table';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useCustomersInfiniteQuery } from '../api/endpoints';
import { CUSTOMER_SORTS, CUSTOMER_STATES, type Customer, type CustomerSort, type CustomerState } from '../api/map';
import type { CustomerFilter } from '../model/address';
import { CustomerCard } from './CustomerCard';
import { CustomerTableRow, TEMPLATE, useCustomerColumns } from './CustomerTableRow';

const tones = { all: {}, unprocessed: { tone: 'danger' }, processed: { tone: 'success' } } as const;

interface CustomersPageProps {
  readonly filter: CustomerFilter;
  /** To take an order from one of them. */
  readonly taking: boolean;
  /** Called with what was typed, after a pause. */
  readonly onSearch: (search: string) => void;
  readonly onState: (state: CustomerState) => void;
  readonly onPeriod: (period: Period) => void;
  readonly onSort: (sort: CustomerSort) => void;
  /** Resets every filter; undefined when there is none. */
  readonly onClear: (() => void) | undefined;
}

/** The seller's customers: searched, filtered, sorted and counted by the server. */
export function CustomersPage(props: CustomersPageProps): ReactElement {
  const { filter, taking, onSearch, onState, onPeriod, onSort, onClear } = props;
  const { search, state, period, sort } = filter;
  const t = useText('customer');
  const [typed, setTyped] = useSettledText(search, onSearch);
  const customers = useCustomersInfiniteQuery(filter, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useErrorToast(customers.error, 'list');
  const list = usePages(customers, filter);
  const today = useToday();
  const { openIds, toggle } = useOpenIds();
  const card = useCallback(
    (customer: Customer) => (
      <CustomerCard
        customer={customer}
        taking={taking}
        today={today}
        isOpen={openIds.includes(customer.id)}
        onToggle={toggle}
      />
    ),
    [taking, today, openIds, toggle],
  );
  const row = useCallback(
    (customer: Customer) => <CustomerTableRow customer={customer} taking={taking} today={today} />,
    [taking, today],
  );
  const wide = useMedia(query.desktopUp);
  const columns = useCustomerColumns(sort === 'recent' ? 'descending' : 'ascending', () =>
    onSort(sort === 'recent' ? 'silent' : 'recent'),
  );
  const rows = wide
    ? { renderItem: row, estimate: 57, gap: 0, head: <TableHead columns={columns} template={TEMPLATE} /> }
    : { renderItem: card, estimate: 88, gap: 8, column: 320 };
  return (
    <>
      <PageHeader
        title={t(taking ? 'whoOrders' : 'customers')}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={list.isFetching && list.items.length > 0 && !list.isFetchingMore}
      >
        <Stack gap={2}>
          <Finder>
            <SearchField label={t('search')} value={typed} onValueChange={setTyped} />
            <OptionMenu
              label={t('sort')}
              summary={t(`sorts.${sort}`)}
              icon={<ArrowDownUp size={18} />}
              mode="single"
              filled={sort !== 'recent'}
              options={CUSTOMER_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
              selected={[sort]}
              onChange={([chosen]) => chosen && onSort(chosen)}
            />
          </Finder>
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
          <TableFrame>
            <VirtualList
              label={t('customers')}
              {...rows}
              {...list}
              total={list.totals?.[state]}
              errorLines={list.error && errorLines(list.error, 'list')}
              empty={
                <EmptyState
                  text={t('noCustomers')}
                  icon={<UsersRound />}
                  action={onClear && <Button onClick={onClear}>{t('clear')}</Button>}
                />
              }
            />
          </TableFrame>
        </Stack>
      </PageBody>
    </>
  );
}

const Finder = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space(2),
  ...iconOnPhone,
});
