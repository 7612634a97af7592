import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { changeOf, filterIn } from '../../../entities/goods/filter';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { AddGoodsPage } from '../ui/AddGoodsPage';

export const handle: RouteHandle = { title: () => i18next.t('adding.title', { ns: 'order' }) };

export function Component(): ReactElement {
  const { customerId = '', orderId = '' } = useParams();
  const { params, change } = useQueryParams();
  return (
    <AddGoodsPage
      key={orderId}
      customerId={customerId}
      orderId={orderId}
      filter={filterIn(params)}
      onFilter={(part) => change(changeOf(part), { replace: true })}
    />
  );
}
