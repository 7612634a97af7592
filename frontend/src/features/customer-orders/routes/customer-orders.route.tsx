import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { CustomerOrdersPage } from '../ui/CustomerOrdersPage';

export const handle: RouteHandle = { title: () => i18next.t('orders', { ns: 'customer' }) };

export function Component(): ReactElement {
  const { customerId = '' } = useParams();
  return <CustomerOrdersPage key={customerId} customerId={customerId} />;
}
