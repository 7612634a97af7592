import i18next from 'i18next';
import type { ReactElement } from 'react';
import { periodChange, periodOf } from '../../../entities/period/query';
import type { SalesSubject } from '../../../entities/sales/endpoints';
import type { RouteModule } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { ReportPage } from '../ui/ReportPage';

/** A component of its own for each subject, so that nothing typed on one report is left on the next. */
const report = (subject: SalesSubject): RouteModule => ({
  handle: { title: () => i18next.t(`titles.${subject}`, { ns: 'sales' }) },
  Component: function SubjectReport(): ReactElement {
    const { params, change } = useQueryParams();
    return (
      <ReportPage subject={subject} period={periodOf(params)} onPeriod={(period) => change(periodChange(period))} />
    );
  },
});

/** The reports differ in their subject only: they are one chunk. */
export const reports: Readonly<Record<SalesSubject, RouteModule>> = {
  products: report('products'),
  regions: report('regions'),
  customers: report('customers'),
};
