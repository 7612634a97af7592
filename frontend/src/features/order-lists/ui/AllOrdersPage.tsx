import { ClipboardList, SlidersHorizontal } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { statusTone } from '../../../entities/order/status';
import type { Period } from '../../../entities/period/period';
import { PeriodFilter } from '../../../entities/period/ui/PeriodFilter';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useOpenIds } from '../../../shared/hooks/useOpenIds';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import { query } from '../../../shared/theme/media';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FilterChips } from '../../../shared/ui/FilterChips';
import { IconButton } from '../../../shared/ui/IconButton';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { StatFilter } from '../../../shared/ui/StatFilter';
import { TableFrame, TableHead } from '../../../shared/ui/Table';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { useAllOrdersInfiniteQuery } from '../api/allOrders';
import { type OrderRow, STATUS_FILTERS, type StatusFilter } from '../api/map';
import type { AllOrdersFilter } from '../model/allOrders';
import { OrderCard } from './OrderCard';
import { NAMED_TEMPLATE, OrderTableRow, useNamedColumns } from './OrderTableRow';

/** More orders than these are not counted. */
const COUNTED = 1000;

interface AllOrdersPageProps {
  readonly filter: AllOrdersFilter;
  readonly onStatus: (status: StatusFilter) => void;
  readonly onPeriod: (period: Period) => void;
  /** An empty text for all. */
  readonly onArea: (area: string) => void;
  readonly onProduct: (productId: string) => void;
  /** Asks for an area and a product. */
  readonly onFilter: () => void;
  /** Resets every filter; undefined when there is none. */
  readonly onClear: (() => void) | undefined;
  /** Dialogs are open above the page, in which an order can be changed. */
  readonly dialogsAbove: boolean;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** The orders of all customers: filtered, counted and paged by the server. */
export function AllOrdersPage(props: AllOrdersPageProps): ReactElement {
  const { filter, onStatus, onPeriod, onArea, onProduct, onFilter, onClear, dialogsAbove, onDialog } = props;
  const { period, status, area, productId } = filter;
  const t = useText('customer');
  const orders = useAllOrdersInfiniteQuery(filter, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useErrorToast(orders.error, 'list');
  const list = usePages(orders, filter);
  useRereadBehind(dialogsAbove, () => void orders.refetch());
  const { openIds, toggle } = useOpenIds();
  const wide = useMedia(query.desktopUp);
  const Entry = wide ? OrderTableRow : OrderCard;
  const entry = useCallback(
    (order: OrderRow, place: number) => (
      <Entry
        named
        order={order}
        place={place}
        isOpen={openIds.includes(order.id)}
        onToggle={toggle}
        onDialog={onDialog}
      />
    ),
    [Entry, openIds, toggle, onDialog],
  );
  const columns = useNamedColumns();
  const layout = wide
    ? { estimate: 57, gap: 0, head: <TableHead columns={columns} template={NAMED_TEMPLATE} /> }
    : { estimate: 100, gap: 8, column: 320 };
  const first = (list.isReplacing ? orders.data : orders.currentData)?.pages[0];
  const countOf = (one: StatusFilter) => {
    if (!first) return undefined;
    if (!first.isCounted) return null;
    return first.totals[one] ?? t('over', { number: formatNumber(COUNTED) });
  };
  const productName = first?.productName || t('unknownProduct');
  const chips = [
    ...(area === ''
      ? []
      : [{ id: 'area', name: t('areaIs', { name: localDigits(area) }), onRemove: () => onArea('') }]),
    ...(productId === ''
      ? []
      : [{ id: 'product', name: t('productIs', { name: productName }), onRemove: () => onProduct('') }]),
  ];
  return (
    <>
      <PageHeader
        title={t('allOrders')}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={list.isFetching && list.items.length > 0 && !list.isFetchingMore}
        actions={<IconButton label={t('filter')} icon={<SlidersHorizontal />} onClick={onFilter} />}
      >
        <PeriodFilter value={period} onChange={onPeriod} />
        {onClear && <FilterChips chips={chips} onClear={onClear} />}
      </PageHeader>
      <PageBody>
        <Stack>
          <StatFilter
            label={t('byStatus')}
            items={STATUS_FILTERS.map((value) => ({
              value,
              label: t(`orderStates.${value}`),
              count: countOf(value),
              ...(value !== 'all' && { tone: statusTone[value] }),
            }))}
            value={status}
            onSelect={onStatus}
          />
          <TableFrame>
            <VirtualList
              label={t('allOrders')}
              {...layout}
              {...list}
              total={list.totals?.[status] ?? -1}
              renderItem={entry}
              errorLines={list.error && errorLines(list.error, 'list')}
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
    </>
  );
}

/** Reads the list again when the dialogs above it have gone. */
function useRereadBehind(dialogsAbove: boolean, reread: () => void): void {
  const were = useRef(dialogsAbove);
  const onGone = useEffectEvent(reread);
  useEffect(() => {
    if (were.current && !dialogsAbove) onGone();
    were.current = dialogsAbove;
  }, [dialogsAbove]);
}
