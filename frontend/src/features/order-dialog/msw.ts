import { HttpResponse, http } from 'msw';
import { workedPaper } from '../fixtures/workedPaper';
import { lineTotal } from '../order.math';
import { ORDER_STATUSES } from '../status';
import { paperTotals } from './map';
import type { OrderPaper } from './types';
import type { WirePaper, WirePaperBody } from './wire';

/** A paper as the server writes it. */
export function wirePaperOf(paper: OrderPaper): WirePaper {
  const totals = paperTotals(paper);
  return {
    order: {
      Code: paper.code,
      status: ORDER_STATUSES.indexOf(paper.status) as 0 | 1 | 2,
      reopened: paper.reopened,
      revision: paper.revision,
      version: paper.version,
      customerId: paper.customer.id,
      customerName: paper.customer.name,
      customerCellPhone: paper.customer.mobile,
      customerOnvanSenf: paper.customer.tradeType,
      customerOnvanFrooshgah: paper.customer.shopName,
      customerTelephone: paper.customer.landline,
      customerTeritory: paper.customer.activityArea,
      customerAddress: paper.customer.address,
      sellerTitle: paper.sellerTitle,
      customerQR: paper.qr,
      customerToz: paper.customerNote,
      sellerToz: paper.sellerNote,
      hazinehErsal: totals.shipping,
      mablagheKol: totals.grand,
      tax: totals.tax,
      taxRate: paper.taxRate,
      PaperBill: paper.paperBill,
    },
    createdAtS: paper.createdAt,
    orderDateTimeServeS: paper.deliveryDate,
    joz: {
      products: paper.products.map((product) => ({
        _id: product.id,
        name: product.name,
        image: product.image,
        options: product.lines.map((line) => ({
          typeId: line.typeId,
          type: line.typeName,
          package: line.unitName,
          quantity: line.quantity,
          initialPrice: line.buyPrice,
          initialPrice2: line.sellPrice,
          price: lineTotal(line),
        })),
      })),
      totalPurchase: totals.purchase,
    },
  };
}

type Call = 'update' | 'save' | 'cancel' | 'delete';

interface Received {
  readonly call: Call;
  readonly key: string;
  readonly body: unknown;
}

const STALE = { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' };

/** The paper after the server has taken an update. */
function taken(paper: OrderPaper, body: WirePaperBody): OrderPaper {
  const options = new Map(body.products.flatMap((product) => product.options).map((one) => [one.typeId, one]));
  const products = paper.products.flatMap((product) => {
    const lines = product.lines.flatMap((line) => {
      const sent = options.get(line.typeId);
      return sent ? [{ ...line, quantity: sent.quantity, buyPrice: sent.initialPrice ?? line.buyPrice }] : [];
    });
    return lines.length > 0 ? [{ ...product, lines }] : [];
  });
  const registered = paper.status === 'registered';
  return {
    ...paper,
    products,
    shipping: products.length === 0 ? 0 : (body.shippingCost ?? paper.shipping),
    paperBill: body.PaperBill ?? paper.paperBill,
    sellerNote: body.sellerToz ?? paper.sellerNote,
    status: registered ? 'open' : paper.status,
    reopened: registered || paper.reopened,
    version: paper.version + 1,
  };
}

/**
 * An orders service of one order over the `-cp` calls: it keeps versions, repeats its answer to a repeated key, and can
 * be told to refuse the next call or to lose an answer on its way back.
 */
export function paperService(start: Partial<OrderPaper> = {}) {
  let paper: OrderPaper | null = { ...workedPaper, ...start };
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

  const answer = async (call: Call, request: Request, accept: (now: OrderPaper, body: never) => object) => {
    const key = request.headers.get('idempotency-key') ?? '';
    const text = await request.text();
    const body = (text === '' ? {} : JSON.parse(text)) as { version?: number };
    writes.push({ call, key, body });
    const no = refused();
    if (no) return no;
    let reply = key === '' ? undefined : replies.get(key);
    if (!reply) {
      if (!paper) return HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 });
      if (body.version !== undefined && body.version !== paper.version)
        return HttpResponse.json(STALE, { status: 409 });
      reply = accept(paper, body as never);
      replies.set(key, reply);
    }
    if (losing) {
      losing = false;
      return HttpResponse.error();
    }
    return HttpResponse.json(reply);
  };

  const standing = (change: Partial<OrderPaper>, message: string) => (now: OrderPaper) => {
    paper = { ...now, ...change, version: now.version + 1 };
    return { message, status: ORDER_STATUSES.indexOf(paper.status), version: paper.version };
  };

  const handlers = [
    http.get('*/market/fetch-order-joz-faktor-app2/:orderId', () => {
      const no = refused();
      if (no) return no;
      if (!paper) return HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 });
      return HttpResponse.json(wirePaperOf(paper));
    }),
    http.post('*/market/order-update-cp/:orderId', ({ request }) =>
      answer('update', request, (now, body) => {
        paper = taken(now, body);
        const status = ORDER_STATUSES.indexOf(paper.status);
        return { message: 'بروزرسانی با موفقیت انجام شد.', version: paper.version, status, totals: {} };
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
        paper = null;
        return { message: 'حذف با موفقیت انجام شد.' };
      }),
    ),
  ];

  return {
    handlers,
    writes,
    /** What it has now; null when it was deleted. */
    paper: () => paper,
    /** Somebody else changes it. */
    changeElsewhere: (change: (now: OrderPaper) => Partial<OrderPaper>) => {
      if (paper) paper = { ...paper, ...change(paper), version: paper.version + 1 };
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
