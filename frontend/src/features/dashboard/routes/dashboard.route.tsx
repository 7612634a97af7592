import i18next from 'i18next';
import type { ReactElement } from 'react';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { DashboardPage } from '../ui/DashboardPage';

export const handle: RouteHandle = { title: () => i18next.t('dashboard', { ns: 'sales' }) };

export function Component(): ReactElement {
  return <DashboardPage />;
}
