import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { periodChange, periodOf } from '../../../entities/period/query';
import { oneOf } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { SHOWN } from '../api/map';
import { CustomerOrdersPage } from '../ui/CustomerOrdersPage';

export const handle: RouteHandle = { title: () => i18next.t('orders', { ns: 'customer' }) };

/** `?status=open&period=range&from=1405-08-01&to=1405-08-30`. */
export function Component(): ReactElement {
  const { customerId = '' } = useParams();
  const { params, change } = useQueryParams();
  return (
    <CustomerOrdersPage
      key={customerId}
      customerId={customerId}
      status={oneOf(SHOWN, params.get('status'), 'all')}
      period={periodOf(params)}
      onStatus={(status) => change({ status: status === 'all' ? null : status })}
      onPeriod={(period) => change(periodChange(period))}
    />
  );
}
