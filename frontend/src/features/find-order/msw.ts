import { HttpResponse, http } from 'msw';
import { nextAnswer } from '../../testing/nextAnswer';
import type { WireFound } from './api/wire';

type WireFoundOrder = WireFound['orders'][number];

export const wireFoundOf = (id: string, over: Partial<WireFoundOrder> = {}): WireFoundOrder => ({
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
  ...over,
});

/** Orders of all sellers by their codes; `asked` lists the codes that were asked for. */
export function findService(orders: readonly WireFoundOrder[], truncated = false) {
  const asked: string[] = [];
  const next = nextAnswer();
  const handler = http.get('*/market/order-find-cp', async ({ request }) => {
    const code = new URL(request.url).searchParams.get('code') ?? '';
    asked.push(code);
    return (await next.due()) ?? HttpResponse.json({ orders: orders.filter(({ Code }) => Code === code), truncated });
  });
  return { handlers: [handler], asked, ...next };
}
