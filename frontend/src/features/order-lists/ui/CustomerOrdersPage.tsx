import { ClipboardList, ShoppingBasket } from 'lucide-react';
import { type ReactElement, useCallback, useMemo } from 'react';
import { statusTone } from '../../../entities/order/status';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useOpenIds } from '../../../shared/hooks/useOpenIds';
import { useText } from '../../../shared/i18n/useText';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import { query } from '../../../shared/theme/media';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PageBody, PageColumn, Stack } from '../../../shared/ui/Layout';
import { LinkButton } from '../../../shared/ui/Link';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { StickyBar } from '../../../shared/ui/StickyBar';
import { TableFrame, TableHead } from '../../../shared/ui/Table';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useCustomerOrdersQuery } from '../api/endpoints';
import { type OrderRow, STATUS_FILTERS, type StatusFilter } from '../api/map';
import { listed, type OrderFilter, ofStatus } from '../model/address';
import type { OrderSort } from '../model/sort';
import { OrderCard } from './OrderCard';
import { OrderTableRow, TEMPLATE, useOrderColumns } from './OrderTableRow';

interface CustomerOrdersPageProps {
  readonly customerId: string;
  readonly filter: OrderFilter;
  readonly onStatus: (status: StatusFilter) => void;
  readonly onPeriod: (period: Period) => void;
  readonly onSort: (sort: OrderSort) => void;
  /** Resets every filter; undefined when there is none. */
  readonly onClear: (() => void) | undefined;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** The orders of one customer; the stat rows count what is loaded. */
export function CustomerOrdersPage(props: CustomerOrdersPageProps): ReactElement {
  const { customerId, filter, onStatus, onPeriod, onSort, onClear, onDialog } = props;
  const { status, period, sort } = filter;
  const t = useText('customer');
  const list = useCustomerOrdersQuery(
    { customerId, period },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useErrorToast(list.error, 'list');
  const replacing = list.isFetching && list.currentData === undefined;
  // The orders of the previous period stay until the answer comes, or until it is slow.
  const orders = replacing ? list.data : list.currentData;
  const rows = useMemo(() => listed(orders ?? [], { status, sort }), [orders, status, sort]);
  const { openIds, toggle } = useOpenIds();
  const wide = useMedia(query.desktopUp);
  const Entry = wide ? OrderTableRow : OrderCard;
  const entry = useCallback(
    (order: OrderRow, place: number) => (
      <Entry order={order} place={place} isOpen={openIds.includes(order.id)} onToggle={toggle} onDialog={onDialog} />
    ),
    [Entry, openIds, toggle, onDialog],
  );
  const columns = useOrderColumns(sort, onSort);
  const layout = wide
    ? { estimate: 57, gap: 0, head: <TableHead columns={columns} template={TEMPLATE} /> }
    : { estimate: 100, gap: 8, column: 320 };
  const take = (
    <LinkButton
      to={paths.takeOrder.href(customerId)}
      icon={<ShoppingBasket size={20} />}
      style={wide ? undefined : FULL}
    >
      {t('take')}
    </LinkButton>
  );
  return (
    <PageColumn>
      <PageHeader
        title={t('orders')}
        subtitle={list.data?.[0]?.customer.title}
        backTo={paths.customers.href()}
        closeTo={paths.home.href()}
        progress={list.isFetching && orders !== undefined}
        actions={wide && take}
      >
        <PeriodFilter value={period} onChange={onPeriod} />
      </PageHeader>
      <PageBody style={FULL}>
        <Stack>
          <StatFilter
            label={t('byStatus')}
            items={STATUS_FILTERS.map((value) => ({
              value,
              label: t(`orderStates.${value}`),
              count: orders && ofStatus(orders, value).length,
              ...(value !== 'all' && { tone: statusTone[value] }),
            }))}
            value={status}
            onSelect={onStatus}
          />
          <TableFrame>
            <VirtualList
              label={t('orders')}
              {...layout}
              items={rows}
              renderItem={entry}
              isFetching={list.isFetching}
              isReplacing={replacing}
              onRetry={() => void list.refetch()}
              errorLines={list.error && !list.isFetching ? errorLines(list.error, 'list') : undefined}
              empty={
                <EmptyState
                  text={t('noOrders')}
                  icon={<ClipboardList />}
                  action={onClear && <Button onClick={onClear}>{t('clear')}</Button>}
                />
              }
            />
          </TableFrame>
        </Stack>
      </PageBody>
      {!wide && <StickyBar>{take}</StickyBar>}
    </PageColumn>
  );
}

/** Takes what room there is. */
const FULL = { flex: 1 } as const;
