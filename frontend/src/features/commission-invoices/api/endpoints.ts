import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall } from '../../../shared/api/calls';
import { type Page, pagedEndpoint } from '../../../shared/api/pages';
import { wireInvoiceListReply, wireInvoiceOrdersReply, wireInvoiceReply } from '../../../shared/api/wire/invoices.gen';
import { toLatin } from '../../../shared/lib/digits';
import type { InvoiceOrder } from '../model/types';
import { toInvoice, toOrder, toRows } from './map';

const ORDERS_PAGE = 50;

interface OrdersOfLine {
  readonly invoiceId: string;
  readonly lineId: string;
}

const invoicesApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Invoices whose number contains `search` (Latin digits), latest first. */
    commissionInvoices: build.query({
      ...call(
        (search: string) => ({ url: 'market/invoice-list-app2', params: search === '' ? {} : { search } }),
        wireInvoiceListReply,
        toRows,
      ),
      providesTags: [{ type: 'Invoice', id: 'LIST' }],
    }),
    commissionInvoice: build.query({
      ...call((invoiceId: string) => marketCall('invoice-app2', invoiceId), wireInvoiceReply, toInvoice),
      providesTags: (_result, _error, id) => [{ type: 'Invoice', id }],
    }),
    invoiceLineOrders: build.infiniteQuery<Page<InvoiceOrder>, OrdersOfLine, number>({
      ...pagedEndpoint({
        pageSize: ORDERS_PAGE,
        request: ({ invoiceId, lineId }: OrdersOfLine, page) => ({
          url: marketCall('invoice-orders-app2', invoiceId),
          params: { line: lineId, page, limit: ORDERS_PAGE },
        }),
        schema: wireInvoiceOrdersReply,
        toPage: ({ orders, totalPages }) => ({ items: orders.map(toOrder), totalPages, totals: {} }),
      }),
    }),
  }),
});

/** Digits of any script find the same. */
export const searchOf = (typed: string): string => toLatin(typed.trim());

export const { useCommissionInvoicesQuery, useCommissionInvoiceQuery, useInvoiceLineOrdersInfiniteQuery } = invoicesApi;
