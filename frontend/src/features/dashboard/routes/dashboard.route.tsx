import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { DashboardPage as Component } from '../ui/DashboardPage';

export const handle: RouteHandle = { title: () => i18next.t('dashboard', { ns: 'sales' }) };
