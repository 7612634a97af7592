import { HttpResponse, http } from 'msw';
import { pendingPayment, wirePaymentIs } from '../../entities/payment/msw';
import type { WirePayment } from '../../shared/api/wire/billing.gen';
import type {
  WireInvoice,
  WireInvoiceLine,
  WireInvoiceOrder,
  WireInvoiceRow,
} from '../../shared/api/wire/invoices.gen';

const STATUS_TEXTS: Readonly<Record<WireInvoiceRow['paymentStatus'], string>> = {
  draft: 'پیش‌نویس',
  payable: 'پرداخت نشده',
  paid: 'پرداخت شده',
  void: 'باطل شده',
};

export const wireInvoiceRowOf = (id: string, fields: Partial<WireInvoiceRow> = {}): WireInvoiceRow => ({
  _id: id,
  requester: 'پلتفرم پیشخوان',
  number: '1405-07-000012',
  date: '2026-10-22T20:40:00Z',
  paymentStatus: 'payable',
  paymentStatusText: STATUS_TEXTS[fields.paymentStatus ?? 'payable'],
  totalAmount: 3_075_000,
  isActive: true,
  isPaid: fields.paymentStatus === 'paid',
  image: null,
  ...fields,
});

export const wireLineOf = (id: string, fields: Partial<WireInvoiceLine> = {}): WireInvoiceLine => ({
  _id: id,
  kind: 'month',
  monthS: '1405/07',
  cooperationType: 1,
  agreedCommission: 2.5,
  orders: 32,
  salesAmount: 123_000_000,
  amount: 3_075_000,
  ...fields,
});

export const wireInvoiceOf = (fields: Partial<WireInvoice> = {}): WireInvoice => ({
  _id: 'i1',
  requester: 'پلتفرم پیشخوان',
  payer: 'پخش رستمی',
  requestDateS: '1405/08/01 - 00:10',
  number: '1405-07-000012',
  monthS: '1405/07',
  cooperationType: 1,
  cooperationText: 'درصدی',
  agreedCommission: 2.5,
  totalSalesBaskets: 32,
  totalSalesAmount: 123_000_000,
  totalAmount: 3_075_000,
  gatewayText: '',
  paymentDateS: '',
  reference: '',
  paymentId: '',
  paymentTerms: 'پرداخت تا ۱۴۰۵/۰۸/۱۵',
  dueDateS: '1405/08/15',
  paymentStatus: 'payable',
  paymentStatusText: 'پرداخت نشده',
  isPaid: false,
  sellerActive: true,
  sellerStatusText: 'فعال',
  watermarkS: '1405/08/01 - 00:05',
  lines: [wireLineOf('l1')],
  ...fields,
});

/** What a payment leaves on an invoice. */
const PAID: Partial<WireInvoice> = {
  paymentStatus: 'paid',
  paymentStatusText: 'پرداخت شده',
  isPaid: true,
  gatewayText: 'درگاه آزمایشی',
  paymentDateS: '1405/08/02 - 09:30',
  reference: 'R-000123',
};

export const wireInvoiceOrderOf = (id: string, fields: Partial<WireInvoiceOrder> = {}): WireInvoiceOrder => ({
  _id: id,
  Code: '1405-07-000101',
  dateS: '1405/07/12',
  amount: 4_500_000,
  count: 1,
  customer: 'سوپرمارکت امید',
  ...fields,
});

interface Failure {
  readonly status: number;
  readonly body: object;
}

/** The list as the server searches it: by a part of the number. Keeps what it was asked. */
export function invoiceListService(invoices: readonly WireInvoiceRow[]) {
  const asked: URLSearchParams[] = [];
  let refusal: Failure | null = null;
  const list = http.get('*/market/invoice-list-app2', ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    if (refusal) {
      const { status, body } = refusal;
      refusal = null;
      return HttpResponse.json(body, { status });
    }
    return HttpResponse.json({ invoices: invoices.filter(({ number }) => number.includes(query.get('search') ?? '')) });
  });
  return {
    handlers: [list],
    asked,
    refuseNext: (status: number, body: object = {}) => {
      refusal = { status, body };
    },
  };
}

/**
 * One invoice with its orders and its payment, as the server keeps them: one open payment for an invoice, the same answer
 * for a repeated key. It can lose an answer, refuse a payment, and be told how the bank has settled.
 */
export function invoiceService(fields: Partial<WireInvoice> = {}, orders: readonly WireInvoiceOrder[] = []) {
  let invoice = wireInvoiceOf(fields);
  const base = { purpose: 'invoice', subjectId: invoice._id, amount: invoice.totalAmount } as const;
  let payment: WirePayment = pendingPayment(base);
  const keys: string[] = [];
  const asked: URLSearchParams[] = [];
  let losing = false;
  let left = false;
  let refusal: Failure | null = null;
  const settle = (how: Partial<WirePayment>): void => {
    payment = { ...payment, redirectUrl: null, ...how };
    if (payment.state === 'paid') invoice = { ...invoice, ...PAID };
  };
  const handlers = [
    http.get('*/market/invoice-app2/:id', ({ params }) =>
      params['id'] === invoice._id
        ? HttpResponse.json({ invoice, awaitedPayment: left && payment.state === 'pending' ? payment : null })
        : HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 }),
    ),
    http.get('*/market/invoice-orders-app2/:id', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const limit = Number(query.get('limit'));
      const start = (Number(query.get('page')) - 1) * limit;
      return HttpResponse.json({
        orders: orders.slice(start, start + limit),
        totalPages: Math.ceil(orders.length / limit),
      });
    }),
    http.post('*/market/invoice-pay-app2/:id', ({ request }) => {
      keys.push(request.headers.get('idempotency-key') ?? '');
      if (losing) {
        losing = false;
        return HttpResponse.error();
      }
      if (refusal) {
        const { status, body } = refusal;
        refusal = null;
        return HttpResponse.json(body, { status });
      }
      return HttpResponse.json({ payment });
    }),
    http.get('*/market/payment-app2/:id', () => HttpResponse.json(payment)),
  ];
  return {
    handlers,
    /** Of the payments that were asked for. */
    keys,
    /** What the orders were asked for by. */
    asked,
    loseNext: () => {
      losing = true;
    },
    refuseNext: (status: number, body: object) => {
      refusal = { status, body };
    },
    /** The payer is at the gateway, or was there and did not come back. */
    leaves: () => {
      left = true;
    },
    /** The bank has answered. */
    pays: () => settle(wirePaymentIs(base)),
    turnsBack: () => settle({ state: 'failed', cancelled: true }),
  };
}
