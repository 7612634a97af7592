import { HttpResponse, http } from 'msw';
import { workedSheet } from '../../../entities/order/fixtures/workedSheet';
import { wireSheetOf, wireTotalsOf } from '../../../entities/order/msw';
import { orderTotals } from '../../../entities/order/order.math';
import type { FullOrder } from '../../../entities/order/sheet';
import { ORDER_STATUSES } from '../../../entities/order/status';
import type { WireReviseBody } from '../../../entities/order/wire';

type Call = 'update' | 'save' | 'cancel' | 'delete';

interface Received {
  readonly call: Call;
  readonly key: string;
  readonly body: unknown;
}

const STALE = { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' };

/** The order after an update. */
function taken(order: FullOrder, body: WireReviseBody): FullOrder {
  const options = new Map(body.products.flatMap((product) => product.options).map((one) => [one.typeId, one]));
  const products = order.products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => {
      const sent = options.get(line.typeId);
      return sent ? [{ ...line, quantity: sent.quantity, buyPrice: sent.initialPrice ?? line.buyPrice }] : [];
    });
    return lines.length > 0 ? [{ ...product, lines }] : [];
  });
  const registered = order.status === 'registered';
  return {
    ...order,
    products,
    shipping: products.length === 0 ? 0 : (body.shippingCost ?? order.shipping),
    paperBill: body.PaperBill ?? order.paperBill,
    sellerNote: body.sellerToz ?? order.sellerNote,
    status: registered ? 'open' : order.status,
    reopened: registered || order.reopened,
    version: order.version + 1,
  };
}

/**
 * An orders service of one order over the `-cp` calls: it keeps versions, repeats its answer to a repeated key, and can
 * refuse the next call or lose an answer on its way back.
 */
export function fullOrderService(start: Partial<FullOrder> = {}) {
  let order: FullOrder | null = { ...workedSheet, ...start };
  const writes: Received[] = [];
  const replies = new Map<string, object>();
  let refusal: { readonly status: number; readonly body: Record<string, string> } | null = null;
  let losing = false;

  const refused = () => {
    if (!refusal) return null;
    const { status, body } = refusal;
    refusal = null;
    return HttpResponse.json(body, { status });
  };

  const answer = async (call: Call, request: Request, accept: (now: FullOrder, body: never) => object) => {
    const key = request.headers.get('idempotency-key') ?? '';
    const text = await request.text();
    const body = (text === '' ? {} : JSON.parse(text)) as { version?: number };
    writes.push({ call, key, body });
    const no = refused();
    if (no) return no;
    let reply = key === '' ? undefined : replies.get(key);
    if (!reply) {
      if (!order) return HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 });
      if (body.version !== undefined && body.version !== order.version)
        return HttpResponse.json(STALE, { status: 409 });
      reply = accept(order, body as never);
      replies.set(key, reply);
    }
    if (losing) {
      losing = false;
      return HttpResponse.error();
    }
    return HttpResponse.json(reply);
  };

  const standing = (change: Partial<FullOrder>, message: string) => (now: FullOrder) => {
    order = { ...now, ...change, version: now.version + 1 };
    return { message, status: ORDER_STATUSES.indexOf(order.status), version: order.version };
  };

  const handlers = [
    http.get('*/market/fetch-order-joz-faktor-app2/:orderId', () => {
      const no = refused();
      if (no) return no;
      if (!order) return HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 });
      return HttpResponse.json(wireSheetOf(order, orderTotals(order)));
    }),
    http.post('*/market/order-update-cp/:orderId', ({ request }) =>
      answer('update', request, (now, body) => {
        order = taken(now, body);
        const status = ORDER_STATUSES.indexOf(order.status);
        return {
          message: 'بروزرسانی با موفقیت انجام شد.',
          version: order.version,
          status,
          totals: wireTotalsOf(orderTotals(order), order.discounts),
        };
      }),
    ),
    http.post('*/market/order-save-cp/:orderId', ({ request }) =>
      answer('save', request, standing({ status: 'registered' }, 'ذخیره سفارش با موفقیت انجام شد')),
    ),
    http.post('*/market/order-cancel-cp/:orderId', ({ request }) =>
      answer('cancel', request, standing({ status: 'cancelled' }, 'لغو با موفقیت انجام شد.')),
    ),
    http.delete('*/market/order-delete/:orderId', ({ request }) =>
      answer('delete', request, () => {
        order = null;
        return { message: 'حذف با موفقیت انجام شد.' };
      }),
    ),
  ];

  return {
    handlers,
    writes,
    /** The current order; null when it was deleted. */
    order: () => order,
    /** Somebody else changes it. */
    changeElsewhere: (change: (now: FullOrder) => Partial<FullOrder>) => {
      if (order) order = { ...order, ...change(order), version: order.version + 1 };
    },
    /** The next call is refused, a read too. */
    refuseNext: (status: number, body: Record<string, string>) => {
      refusal = { status, body };
    },
    /** The next write is done, and its answer never arrives. */
    loseNextAnswer: () => {
      losing = true;
    },
  };
}
