import { HttpResponse, http } from 'msw';
import type { WireOrderList } from './api/wire';

type WireOrderRow = WireOrderList['OrdersList'][number];

const statusTexts = ['باز', 'ثبت شده', 'لغو شده'] as const;

export const wireOrderRowOf = (
  id: string,
  status: WireOrderRow['status'],
  given: Partial<WireOrderRow> = {},
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
  ...given,
});

/** The orders of a customer; keeps what it was asked, and can be told to refuse the next call or to hold it back. */
export function orderListService(orders: readonly WireOrderRow[]) {
  const asked: URL[] = [];
  let refused: number | null = null;
  let gate: Promise<void> | null = null;
  const list = http.get('*/market/fetch-order-list-app2/:customerId', async ({ request }) => {
    asked.push(new URL(request.url));
    const held = gate;
    gate = null;
    await held;
    if (refused !== null) {
      const status = refused;
      refused = null;
      return HttpResponse.json({}, { status });
    }
    return HttpResponse.json({ OrdersList: orders });
  });
  return {
    handlers: [list],
    asked,
    refuseNext: (status: number) => {
      refused = status;
    },
    /** Holds the next answer back until the returned function is called. */
    holdNext: (): (() => void) => {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}
