import { HttpResponse, http } from 'msw';
import { nextAnswer } from '../../testing/nextAnswer';
import type { WireAllOrders, WireOrderList } from './api/wire';

type WireOrderRow = WireOrderList['OrdersList'][number];

const statusTexts = ['باز', 'ثبت شده', 'لغو شده'] as const;

export const wireOrderRowOf = (
  id: string,
  status: WireOrderRow['status'],
  over: Partial<WireOrderRow> = {},
): WireOrderRow => ({
  id,
  customerId: 'c1',
  Code: '100042',
  customerName: 'حسن رضایی',
  customerCellPhone: '09120000011',
  sellerTitle: 'پخش رستمی',
  createdAt: '2026-11-21T08:40:00Z',
  orderDateTimeServe: '1405/09/02',
  status,
  statusText: statusTexts[status],
  customerOnvanFrooshgah: 'برادران',
  customerTelephone: '02133445566',
  mablagheKol: 11_245_640,
  customerOnvanSenf: 'سوپرمارکت',
  customerTeritory: 'قم',
  customerAddress: 'خیابان یک',
  ...over,
});

/** The orders of a customer. `asked` lists the addresses; the next call can be refused or held back. */
export function orderListService(orders: readonly WireOrderRow[]) {
  const asked: URL[] = [];
  const next = nextAnswer();
  const list = http.get('*/market/fetch-order-list-app2/:customerId', async ({ request }) => {
    asked.push(new URL(request.url));
    const refused = await next.due();
    if (refused) return refused;
    return HttpResponse.json({ OrdersList: orders });
  });
  return {
    handlers: [list],
    asked,
    ...next,
  };
}

/** Orders of which the customers of each area and the products of each order are known. */
export interface KnownOrder {
  readonly row: WireOrderRow;
  readonly productIds?: readonly string[];
}

/** The orders of all customers, which are filtered, paged and counted as the server does; «product p» is that of id `p`. */
export function allOrdersService(all: readonly KnownOrder[], { counted = 1000 } = {}) {
  const asked: URLSearchParams[] = [];
  const next = nextAnswer();
  const count = (rows: readonly WireOrderRow[]) => (rows.length > counted ? null : rows.length);
  const list = http.get('*/market/orders-app2', async ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const refused = await next.due();
    if (refused) return refused;
    const [area, product, status] = ['region', 'productId', 'status'].map((name) => query.get(name));
    const inTime = all
      .filter(({ row }) => area === null || row.customerTeritory === area)
      .filter(({ productIds = [] }) => product === null || product === undefined || productIds.includes(product))
      .map(({ row }) => row);
    const of = (one: string | null | undefined) => inTime.filter((row) => one === null || String(row.status) === one);
    const found = of(status);
    const limit = Number(query.get('limit'));
    const start = (Number(query.get('page')) - 1) * limit;
    return HttpResponse.json({
      OrdersList: found.slice(start, start + limit),
      totalPages: Math.ceil(found.length / limit),
      ...(area === null &&
        product === null && {
          totals: {
            all: count(inTime),
            open: count(of('0')),
            registered: count(of('1')),
            cancelled: count(of('2')),
          },
        }),
      ...(typeof product === 'string' && { product: { _id: product, title: `product ${product}` } }),
    } satisfies WireAllOrders);
  });
  const areas = http.get('*/user/customer-areas-app2', () =>
    HttpResponse.json({ regions: [...new Set(all.map(({ row }) => row.customerTeritory))] }),
  );
  return { handlers: [list, areas], asked, ...next };
}
