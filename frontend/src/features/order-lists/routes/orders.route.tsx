import i18next from 'i18next';
import { type ReactElement, useState } from 'react';
import { periodChange } from '../../../entities/period/query';
import { useDialogs } from '../../../shared/navigation/dialogs';
import { withoutAll } from '../../../shared/navigation/query';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { allOrdersIn } from '../model/allOrders';
import { AllOrdersPage } from '../ui/AllOrdersPage';

export const handle: RouteHandle = { title: () => i18next.t('allOrders', { ns: 'customer' }) };

const OrdersFilterSheet = lazyLayer(async () => (await import('../ui/OrdersFilterSheet')).OrdersFilterSheet);

const FILTERS = ['status', 'period', 'from', 'to', 'area', 'product'] as const;

export function Component(): ReactElement {
  const { params, change } = useQueryParams();
  const { openDialog } = useDialogs();
  const [filtering, setFiltering] = useState(false);
  const filter = allOrdersIn(params);
  const filtered = FILTERS.some((name) => params.has(name));
  const narrow = (name: 'area' | 'product', value: string) => change({ [name]: value === '' ? null : value });
  return (
    <>
      <AllOrdersPage
        filter={filter}
        onStatus={(status) => change({ status: status === 'all' ? null : status })}
        onPeriod={(period) => change(periodChange(period))}
        onArea={(area) => narrow('area', area)}
        onProduct={(productId) => narrow('product', productId)}
        onFilter={() => setFiltering(true)}
        onClear={filtered ? () => change(withoutAll(FILTERS)) : undefined}
        dialogsAbove={params.has('order') || params.has('invoice') || params.has('history')}
        onDialog={openDialog}
      />
      {filtering && (
        <OrdersFilterSheet
          isOpen
          area={filter.area}
          productId={filter.productId}
          onArea={(area) => narrow('area', area)}
          onProduct={(productId) => narrow('product', productId)}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  );
}
