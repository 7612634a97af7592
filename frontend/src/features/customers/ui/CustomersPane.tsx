import type { ReactElement } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { usePages } from '../../../shared/api/pages';
import { useToday } from '../../../shared/hooks/useToday';
import { useText } from '../../../shared/i18n/useText';
import { daysAgo, jalaliAt } from '../../../shared/lib/jalali';
import { joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { StatusDot } from '../../../shared/ui/Badge';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Pane } from '../../../shared/ui/Pane';
import { Ends, PaneList } from '../../../shared/ui/PaneList';
import { useCustomersInfiniteQuery } from '../api/endpoints';
import type { Customer } from '../api/map';
import { customersIn } from '../model/address';

interface CustomersPaneProps {
  readonly customerId: string;
  /** The query of the page that lists them. */
  readonly search: string;
}

/** The customers of the list that one of them was opened from. */
export function CustomersPane({ customerId, search }: CustomersPaneProps): ReactElement {
  const t = useText('customer');
  const filter = customersIn(new URLSearchParams(search));
  const { state, sort } = filter;
  // The page before has read them a moment ago.
  const customers = useCustomersInfiniteQuery(filter, { refetchOnMountOrArgChange: 30, refetchOnFocus: true });
  const list = usePages(customers, filter);
  const today = useToday();
  const total = list.totals?.[state] ?? -1;
  return (
    <Pane title={t('customers')} hint={joined(t(`states.${state}`), t(`sorts.${sort}`), filter.search)} total={total}>
      <PaneList
        label={t('customers')}
        {...list}
        total={total}
        currentId={customerId}
        hrefOf={({ id }) => paths.customerOrders.href(id)}
        openedText={({ title }) => t('opened', { name: title })}
        estimate={67}
        errorLines={list.error && errorLines(list.error, 'list')}
        empty={<EmptyState text={t('noCustomers')} />}
        renderItem={({ title, shopName, lastOrderAt, hasOpenOrder }: Customer) => (
          <>
            <Ends>
              {title}
              {hasOpenOrder && <StatusDot tone="danger">{t('hasOrder')}</StatusDot>}
            </Ends>
            <Ends data-quiet>
              <span>{shopName}</span>
              <span>{lastOrderAt === null ? t('neverOrdered') : daysAgo(jalaliAt(lastOrderAt), today)}</span>
            </Ends>
          </>
        )}
      />
    </Pane>
  );
}
