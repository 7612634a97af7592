import i18next from 'i18next';
import type { ReactElement } from 'react';
import { periodChange, periodOf } from '../../../entities/period/query';
import { oneOf } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { CUSTOMER_STATES } from '../api/map';
import { CustomersPage } from '../ui/CustomersPage';

export const handle: RouteHandle = { title: () => i18next.t('customers', { ns: 'customer' }) };

/** `?search=…&status=unprocessed&period=week`. */
export function Component(): ReactElement {
  const { params, change } = useQueryParams();
  return (
    <CustomersPage
      search={params.get('search')?.trim() ?? ''}
      state={oneOf(CUSTOMER_STATES, params.get('status'), 'all')}
      period={periodOf(params)}
      onSearch={(search) => change({ search: search === '' ? null : search }, { replace: true })}
      onState={(state) => change({ status: state === 'all' ? null : state })}
      onPeriod={(period) => change(periodChange(period))}
    />
  );
}
