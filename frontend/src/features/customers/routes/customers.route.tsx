import i18next from 'i18next';
import type { ReactElement } from 'react';
import { periodChange } from '../../../entities/period/query';
import { withoutAll } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { customersIn } from '../model/address';
import { CustomersPage } from '../ui/CustomersPage';

export const handle: RouteHandle = { title: () => i18next.t('customers', { ns: 'customer' }) };

const FILTERS = ['search', 'status', 'period', 'from', 'to'] as const;

/** Beside the filter, `take=1`: to take an order from one of them. */
export function Component(): ReactElement {
  const { params, change } = useQueryParams();
  const filtered = FILTERS.some((name) => params.has(name));
  return (
    <CustomersPage
      filter={customersIn(params)}
      taking={params.has('take')}
      onSearch={(search) => change({ search: search === '' ? null : search }, { replace: true })}
      onState={(state) => change({ status: state === 'all' ? null : state })}
      onSort={(sort) => change({ sort: sort === 'recent' ? null : sort }, { replace: true })}
      onPeriod={(period) => change(periodChange(period))}
      onClear={filtered ? () => change(withoutAll(FILTERS)) : undefined}
    />
  );
}
