import { HttpResponse, http } from 'msw';
import { workedOrder } from '../../entities/order/fixtures/worked';
import { wireDiscountsOf, wireTotalsOf } from '../../entities/order/msw';
import { linesOf, lineTotal, orderTotals, withStocks } from '../../entities/order/order.math';
import { ORDER_STATUSES } from '../../entities/order/status';
import type { Order, OrderHead } from '../../entities/order/types';
import type { WireRevisionReply } from '../../shared/api/wire/orders.gen';
import type { Settling } from './api/endpoints';
import { toOrder, toUpdateBody } from './api/map';
import type { WireOrder } from './api/wire';

/** The server's own lines have both prices. */
const workedHead: OrderHead = {
  customer: { name: 'رضا احمدی', shopName: 'سوپرمارکت بهار', mobile: '09120000011', landline: '02155660000' },
  createdAt: '1405/08/30 - 12:00',
  deliveryDate: '1405/09/02',
};

const productsOf = (order: Order): WireOrder['joz']['products'] => {
  const stocks = new Map(linesOf(order.products).map(({ typeId, stock }) => [typeId, stock]));
  return toUpdateBody(order).products.map((product) => ({
    ...product,
    options: product.options.map((option) => ({ ...option, mojoody: stocks.get(option.typeId) ?? null })),
  })) as never;
};

const wireOf = (order: Order) => ({
  joz: {
    products: productsOf(order),
    shippingCost: order.shipping,
    taxRate: order.taxRate,
    ...wireDiscountsOf(order.discounts),
  },
  toz: order.customerNote,
  toz2: order.sellerNote,
  status: ORDER_STATUSES.indexOf(order.status) as 0 | 1 | 2,
  version: order.version,
  Code: order.code,
  reopened: order.reopened,
  revision: order.revision,
  customerName: order.head?.customer.name ?? '',
  customerOnvanFrooshgah: order.head?.customer.shopName ?? '',
  customerCellPhone: order.head?.customer.mobile ?? '',
  customerTelephone: order.head?.customer.landline ?? '',
  createdAtS: order.head?.createdAt ?? '',
  orderDateTimeServeS: order.head?.deliveryDate ?? '',
});

export interface ReceivedWrite {
  readonly call: 'update' | 'toz' | Settling;
  readonly key: string;
  readonly body: unknown;
}

const revisionOf = (order: Order): WireRevisionReply => ({
  revision: order.revision,
  atS: '1405/08/30 - 12:00',
  by: 'فروشنده',
  totalOrder: orderTotals(order).grand,
  lines: order.products.flatMap((product) =>
    product.lines.map((line) => ({
      typeId: line.typeId,
      name: product.name,
      type: line.typeName,
      package: line.unitName,
      quantity: line.quantity,
      initialPrice: line.buyPrice,
      price: lineTotal(line),
    })),
  ),
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}

const stale: Answer = {
  status: 409,
  body: { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' },
};

const cancelled: Answer = { status: 409, body: { message: 'سفارش لغو شده قابل ویرایش نیست.' } };

/** The price of a line that is added to the order, whatever it cost before. */
export const PRICE_OF_THE_DAY = 2_000_000;

/**
 * An orders service of one order: it keeps versions, repeats its answer to a repeated key, and can refuse
 * the next write or lose an answer on its way back. `tiers`: the discounts after a change.
 */
export function orderService(start: Partial<Order> = {}, tiers: (order: Order) => Order['discounts'] = () => []) {
  let order: Order = { ...workedOrder, head: workedHead, ...start };
  /** The last registered lines. */
  let saved: Order | null = order.status === 'registered' || order.reopened ? { ...order, reopened: false } : null;
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
      if (order.status === 'cancelled' && call !== 'cancel') {
        return HttpResponse.json(cancelled.body, { status: cancelled.status });
      }
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

  const stockOf = (typeId: string): number | null =>
    linesOf(order.products).find((line) => line.typeId === typeId)?.stock ?? null;
  const update = (body: object) => {
    const { products, taxRate } = body as Pick<WireOrder['joz'], 'products' | 'taxRate'>;
    const priced = products.map((product) => ({
      ...product,
      options: product.options.map((option) =>
        Object.assign({ initialPrice: PRICE_OF_THE_DAY, mojoody: stockOf(option.typeId) }, option),
      ),
    }));
    const wire = wireOf(order);
    const sent = toOrder({
      ...wire,
      joz: { shippingCost: workedOrder.shipping, products: priced, taxRate, discount: 0, discounts: [] },
    });
    const opened = order.status === 'registered' && { status: 'open' as const, reopened: true };
    order = { ...order, ...opened, products: sent.products, shipping: sent.shipping, version: order.version + 1 };
    order = { ...order, discounts: tiers(order) };
    const totals = orderTotals(order);
    return {
      message: 'بروزرسانی با موفقیت انجام شد.',
      version: order.version,
      totals: wireTotalsOf(totals, order.discounts),
    };
  };

  const settling = (what: Settling, message: string, change: () => Partial<Order>) =>
    http.post(`*/market/order-${what}-app2/:orderId`, ({ request }) =>
      answer(what, request, () => {
        order = { ...order, ...change(), version: order.version + 1 };
        return { message, status: ORDER_STATUSES.indexOf(order.status), version: order.version };
      }),
    );

  const handlers = [
    http.get('*/market/fetch-order-joz-app2/:orderId', () => HttpResponse.json(wireOf(order))),
    http.post('*/market/order-update-app2/:orderId', ({ request }) => answer('update', request, update)),
    http.post('*/market/order-update-app2-toz/:orderId', ({ request }) =>
      answer('toz', request, (body) => {
        order = { ...order, sellerNote: (body as { sellerToz: string }).sellerToz, version: order.version + 1 };
        return { message: 'ثبت توضیحات با موفقیت انجام شد.', version: order.version };
      }),
    ),
    settling('save', 'ذخیره سفارش با موفقیت انجام شد', () => {
      saved = { ...order, status: 'registered', reopened: false, revision: order.revision + 1 };
      return saved;
    }),
    settling('cancel', 'لغو با موفقیت انجام شد.', () => ({ status: 'cancelled', reopened: false })),
    settling('reopen', 'سفارش برای ویرایش باز شد.', () =>
      order.status === 'registered' ? { status: 'open', reopened: true } : {},
    ),
    settling('discard', 'تغییرات سفارش کنار گذاشته شد.', () => saved ?? {}),
    http.get('*/market/order-history-app2/:orderId', () =>
      HttpResponse.json({ revisions: saved ? [revisionOf(saved)] : [], events: [], truncated: false }),
    ),
  ];

  return {
    handlers,
    writes,
    /** The current order. */
    order: () => order,
    /** Somebody else changes it. */
    changeElsewhere: (change: Partial<Order>) => {
      order = { ...order, ...change, version: order.version + 1 };
    },
    /** There is so much for the order now. */
    stockIs: (stocks: Readonly<Record<string, number>>) => {
      order = withStocks(order, stocks);
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
