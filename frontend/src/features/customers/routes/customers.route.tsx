import i18next from 'i18next';
import type { ReactElement } from 'react';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { CustomersPage } from '../ui/CustomersPage';

export const handle: RouteHandle = { title: () => i18next.t('customers', { ns: 'customer' }) };

export function Component(): ReactElement {
  return <CustomersPage />;
}
