import { apiUrl } from '../../shared/api/apiBase';
import { baseApi } from '../../shared/api/baseApi';
import { call } from '../../shared/api/calls';
import { wireSeriesReply } from '../../shared/api/wire/sales.gen';
import { type Period, rangeParams, reportCode } from '../period/period';
import { toSalesRows, toSeries } from './map';
import { wireSalesRows } from './wire';

export type SalesSubject = 'products' | 'regions' | 'customers';

const calls = {
  products: 'dashboard-basket-product-type-nums-app2',
  regions: 'dashboard-regions-nums-app2',
  customers: 'dashboard-customers-nums-app2',
} as const;

interface SalesOf {
  readonly subject: SalesSubject;
  readonly period: Period;
}

const reportUrl = ({ subject, period }: SalesOf): string => `report/${calls[subject]}/${reportCode(period)}`;

/** The address of a report's rows as a file. */
export function reportFileHref(report: SalesOf, format: 'csv' | 'xlsx'): string {
  const query = new URLSearchParams({ ...rangeParams(report.period), format });
  return apiUrl(`/${reportUrl(report)}?${query.toString()}`);
}

const salesApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    salesRows: build.query({
      ...call(
        (report: SalesOf) => ({ url: reportUrl(report), params: rangeParams(report.period) }),
        wireSalesRows,
        toSalesRows,
      ),
      providesTags: ['Report'],
    }),
    salesSeries: build.query({
      ...call(
        (period: Period) => ({ url: `report/sales-series-app2/${reportCode(period)}`, params: rangeParams(period) }),
        wireSeriesReply,
        toSeries,
      ),
      providesTags: ['Report'],
    }),
  }),
});

export const { useSalesRowsQuery, useSalesSeriesQuery } = salesApi;
