import { apiUrl } from '../../shared/api/apiBase';
import { baseApi } from '../../shared/api/baseApi';
import { type WireSeriesReply, wireSeriesReply } from '../../shared/api/wire/sales.gen';
import { type Period, rangeParams, reportCode } from '../period/period';
import { type SalesDay, type SalesRow, toSalesRows, toSeries } from './map';
import { type WireSalesRows, wireSalesRows } from './wire';

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

/** Where the rows of a report can be had as a file. */
export function reportFileHref(report: SalesOf, format: 'csv' | 'xlsx'): string {
  const query = new URLSearchParams({ ...rangeParams(report.period), format });
  return apiUrl(`/${reportUrl(report)}?${query.toString()}`);
}

const salesApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    salesRows: build.query<readonly SalesRow[], SalesOf>({
      query: (report) => ({ url: reportUrl(report), params: rangeParams(report.period) }),
      rawResponseSchema: wireSalesRows,
      transformResponse: (wire: WireSalesRows) => toSalesRows(wire),
      providesTags: ['Report'],
    }),
    salesSeries: build.query<readonly SalesDay[], Period>({
      query: (period) => ({ url: `report/sales-series-app2/${reportCode(period)}`, params: rangeParams(period) }),
      rawResponseSchema: wireSeriesReply,
      transformResponse: (wire: WireSeriesReply) => toSeries(wire),
      providesTags: ['Report'],
    }),
  }),
});

export const { useSalesRowsQuery, useSalesSeriesQuery } = salesApi;
