import { HttpResponse, http } from 'msw';
import { workedOrder } from '../../entities/order/fixtures/worked';
import { orderTotals } from '../../entities/order/order.math';
import { ORDER_STATUSES } from '../../entities/order/status';
import type { Order } from '../../entities/order/types';
import { toOrder, toUpdateBody } from './api/map';
import type { WireUpdateBody } from './api/wire';

const wireOf = (order: Order) => ({
  joz: { products: toUpdateBody(order).products, shippingCost: order.shipping, taxRate: order.taxRate },
  toz: order.customerNote,
  toz2: order.sellerNote,
  status: ORDER_STATUSES.indexOf(order.status) as 0 | 1 | 2,
  version: order.version,
});

export interface ReceivedWrite {
  readonly call: 'update' | 'toz' | 'save' | 'cancel';
  readonly key: string;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}

const stale: Answer = {
  status: 409,
  body: { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' },
};

/**
 * An orders service of one order: it keeps versions, repeats its answer to a repeated key, and can be told to refuse
 * the next write or to lose an answer on its way back.
 */
export function orderService(start: Partial<Order> = {}) {
  let order: Order = { ...workedOrder, ...start };
  const writes: ReceivedWrite[] = [];
  const replies = new Map<string, object>();
  let refusal: Answer | null = null;
  let losing = false;

  const answer = async (
    call: ReceivedWrite['call'],
    request: Request,
    accept: (body: { version?: number }) => object | Answer,
  ) => {
    const key = request.headers.get('idempotency-key') ?? '';
    const text = await request.text();
    const body = (text === '' ? {} : JSON.parse(text)) as { version?: number };
    writes.push({ call, key, body });
    if (refusal) {
      const { status, body: said } = refusal;
      refusal = null;
      return HttpResponse.json(said, { status });
    }
    let reply = replies.get(key);
    if (!reply) {
      if (body.version !== undefined && body.version !== order.version) {
        return HttpResponse.json(stale.body, { status: stale.status });
      }
      reply = accept(body);
      replies.set(key, reply);
    }
    if (losing) {
      losing = false;
      return HttpResponse.error();
    }
    return HttpResponse.json(reply);
  };

  const update = (body: object) => {
    const { products, taxRate } = body as WireUpdateBody;
    const sent = toOrder({
      ...wireOf(order),
      joz: { ...wireOf(order).joz, products: structuredClone(products) as never, taxRate },
    });
    const status = order.status === 'registered' ? 'open' : order.status;
    order = { ...order, products: sent.products, shipping: sent.shipping, status, version: order.version + 1 };
    const totals = orderTotals(order);
    return {
      message: 'بروزرسانی با موفقیت انجام شد.',
      version: order.version,
      totals: {
        totalPurchase: totals.purchase,
        totalPurchase2: totals.sales,
        tax: totals.tax,
        shippingCost: totals.shipping,
        totalOrder: totals.grand,
        countKol: totals.units,
        profit: totals.profit,
        percent: totals.profitPercent,
      },
    };
  };

  const handlers = [
    http.get('*/market/fetch-order-joz-app2/:orderId', () => HttpResponse.json(wireOf(order))),
    http.post('*/market/order-update-app2/:orderId', ({ request }) => answer('update', request, update)),
    http.post('*/market/order-update-app2-toz/:orderId', ({ request }) =>
      answer('toz', request, (body) => {
        order = { ...order, sellerNote: (body as { sellerToz: string }).sellerToz, version: order.version + 1 };
        return { message: 'ثبت توضیحات با موفقیت انجام شد.', version: order.version };
      }),
    ),
    http.post('*/market/order-save-app2/:orderId', ({ request }) =>
      answer('save', request, () => {
        order = { ...order, status: 'registered', version: order.version + 1 };
        return { message: 'ذخیره سفارش با موفقیت انجام شد', status: 1 };
      }),
    ),
    http.post('*/market/order-cancel-app2/:orderId', ({ request }) =>
      answer('cancel', request, () => {
        order = { ...order, status: 'cancelled', version: order.version + 1 };
        return { message: 'لغو با موفقیت انجام شد.', status: 2 };
      }),
    ),
  ];

  return {
    handlers,
    writes,
    /** What it has now. */
    order: () => order,
    /** Somebody else changes it. */
    changeElsewhere: (change: Partial<Order>) => {
      order = { ...order, ...change, version: order.version + 1 };
    },
    refuseNext: (status: number, body: Record<string, string>) => {
      refusal = { status, body };
    },
    /** The next write is done, and its answer never arrives. */
    loseNextAnswer: () => {
      losing = true;
    },
  };
}
