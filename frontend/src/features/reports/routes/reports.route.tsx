import i18next from 'i18next';
import type { ReactElement } from 'react';
import type { SalesSubject } from '../../../entities/sales/endpoints';
import type { RouteModule } from '../../../shared/navigation/routeModule';
import { ReportPage } from '../ui/ReportPage';
import { usePeriod } from './usePeriod';

/** The reports differ in their subject alone: one file brings them all. */
export const reports: Readonly<Record<SalesSubject, RouteModule>> = {
  products: {
    handle: { title: () => i18next.t('titles.products', { ns: 'sales' }) },
    Component: function ProductsReport(): ReactElement {
      return <ReportPage subject="products" {...usePeriod()} />;
    },
  },
  regions: {
    handle: { title: () => i18next.t('titles.regions', { ns: 'sales' }) },
    Component: function RegionsReport(): ReactElement {
      return <ReportPage subject="regions" {...usePeriod()} />;
    },
  },
  customers: {
    handle: { title: () => i18next.t('titles.customers', { ns: 'sales' }) },
    Component: function CustomersReport(): ReactElement {
      return <ReportPage subject="customers" {...usePeriod()} />;
    },
  },
};
