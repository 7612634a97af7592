import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { periodChange, periodOf } from '../../../entities/period/query';
import { useDialogs } from '../../../shared/navigation/dialogs';
import { oneOf, withoutAll } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { STATUS_FILTERS } from '../api/map';
import { ORDER_SORTS } from '../model/sort';
import { CustomerOrdersPage } from '../ui/CustomerOrdersPage';

export const handle: RouteHandle = { title: () => i18next.t('orders', { ns: 'customer' }) };

const FILTERS = ['status', 'period', 'from', 'to'] as const;

/** `?sort=dearest&status=open&period=range&from=1405-08-01&to=1405-08-30`. */
export function Component(): ReactElement {
  const { customerId = '' } = useParams();
  const { params, change } = useQueryParams();
  const filtered = FILTERS.some((name) => params.has(name));
  const { openDialog } = useDialogs();
  return (
    <CustomerOrdersPage
      key={customerId}
      customerId={customerId}
      status={oneOf(STATUS_FILTERS, params.get('status'), 'all')}
      period={periodOf(params)}
      sort={oneOf(ORDER_SORTS, params.get('sort'), 'newest')}
      onSort={(sort) => change({ sort: sort === 'newest' ? null : sort }, { replace: true })}
      onStatus={(status) => change({ status: status === 'all' ? null : status })}
      onPeriod={(period) => change(periodChange(period))}
      onClear={filtered ? () => change(withoutAll(FILTERS)) : undefined}
      onDialog={openDialog}
    />
  );
}
