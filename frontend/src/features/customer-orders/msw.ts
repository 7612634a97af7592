import { HttpResponse, http } from 'msw';
import { nextAnswer } from '../../testing/nextAnswer';
import type { WireOrderList } from './api/wire';

type WireOrderRow = WireOrderList['OrdersList'][number];

const statusTexts = ['باز', 'ثبت شده', 'لغو شده'] as const;

export const wireOrderRowOf = (
  id: string,
  status: WireOrderRow['status'],
  over: Partial<WireOrderRow> = {},
): WireOrderRow => ({
  id,
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
