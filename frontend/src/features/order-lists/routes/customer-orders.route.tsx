import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { periodChange } from '../../../entities/period/query';
import { useDialogs } from '../../../shared/navigation/dialogs';
import { withoutAll } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { ordersIn } from '../model/address';
import { CustomerOrdersPage } from '../ui/CustomerOrdersPage';

export const handle: RouteHandle = { title: () => i18next.t('orders', { ns: 'customer' }) };

const FILTERS = ['status', 'period', 'from', 'to'] as const;

export function Component(): ReactElement {
  const { customerId = '' } = useParams();
  const { params, change } = useQueryParams();
  const filtered = FILTERS.some((name) => params.has(name));
  const { openDialog } = useDialogs();
  return (
    <CustomerOrdersPage
      key={customerId}
      customerId={customerId}
      filter={ordersIn(params)}
      onSort={(sort) => change({ sort: sort === 'newest' ? null : sort }, { replace: true })}
      onStatus={(status) => change({ status: status === 'all' ? null : status })}
      onPeriod={(period) => change(periodChange(period))}
      onClear={filtered ? () => change(withoutAll(FILTERS)) : undefined}
      onDialog={openDialog}
    />
  );
}
