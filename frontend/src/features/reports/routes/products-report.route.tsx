import i18next from 'i18next';
import type { ReactElement } from 'react';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { ReportPage } from '../ui/ReportPage';
import { usePeriod } from './usePeriod';

export const handle: RouteHandle = { title: () => i18next.t('titles.products', { ns: 'sales' }) };

export function Component(): ReactElement {
  return <ReportPage subject="products" {...usePeriod()} />;
}
