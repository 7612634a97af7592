import { HttpResponse, http } from 'msw';
import type { WireFound } from './api/wire';

type WireFoundOrder = WireFound['orders'][number];

export const wireFoundOf = (id: string, given: Partial<WireFoundOrder> = {}): WireFoundOrder => ({
  id,
  customerId: 'c1',
  Code: '1405-08-000123',
  sellerTitle: 'پخش رستمی',
  customerName: 'حسن رضایی',
  customerOnvanFrooshgah: 'برادران',
  status: 0,
  statusText: 'سفارش باز',
  createdAtS: '1405/08/30 - 12:10',
  mablagheKol: 11_245_640,
  ...given,
});

/** Orders of all sellers by their codes; keeps what it was asked, and can be told to refuse the next call. */
export function findService(orders: readonly WireFoundOrder[], truncated = false) {
  const asked: string[] = [];
  let refused: number | null = null;
  const find = http.get('*/market/order-find-cp', ({ request }) => {
    const code = new URL(request.url).searchParams.get('code') ?? '';
    asked.push(code);
    if (refused !== null) {
      const status = refused;
      refused = null;
      return HttpResponse.json({}, { status });
    }
    return HttpResponse.json({ orders: orders.filter(({ Code }) => Code === code), truncated });
  });
  return {
    handlers: [find],
    asked,
    refuseNext: (status: number) => {
      refused = status;
    },
  };
}
