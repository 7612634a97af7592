import { HttpResponse, http } from 'msw';
import { workedOrder } from '../../entities/order/fixtures/worked';
import { wireSheetOf, wireTotalsOf } from '../../entities/order/msw';
import { discountOf, linesOf, totalsOf, withQuantities } from '../../entities/order/order.math';
import type { OrderSheet } from '../../entities/order/types';

/** A picture of nothing, as long as a real one in no way matters. */
const QR = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h4v4H0z"/></svg>')}`;

/** The paper of the rules' worked order. */
export const workedInvoice: OrderSheet = {
  id: 'o1',
  shipping: 350_000,
  code: '1405-08-000123',
  status: 'open',
  reopened: false,
  revision: 0,
  version: 1,
  createdAt: '۱۴۰۵/۰۸/۳۰ - ۱۲:۰۰',
  deliveryDate: '۱۴۰۵/۰۹/۰۲',
  sellerTitle: 'پخش زرین',
  customer: {
    id: 'c1',
    name: 'رضا محمدی',
    mobile: '09121234567',
    landline: '02133445566',
    shopName: 'سوپر مارکت آفتاب',
    tradeType: 'سوپرمارکت',
    activityArea: 'تهران، منطقه ۵',
    address: 'تهران، بلوار فردوس شرق، خیابان ولیعصر، پلاک ۱۲',
  },
  qr: QR,
  products: workedOrder.products,
  discounts: [],
  taxRate: 9,
  totals: { purchase: 9_996_000, tax: 899_640, shipping: 350_000, grand: 11_245_640 },
  paperBill: null,
  customerNote: '',
  sellerNote: '',
};

interface SentBody {
  readonly version?: number;
  readonly products: readonly { readonly options: readonly { readonly typeId: string; readonly quantity: number }[] }[];
  readonly PaperBill?: number;
  readonly sellerToz?: string;
}

export interface ReceivedSave {
  readonly key: string;
  readonly body: SentBody;
}

const STALE = { message: 'این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.' };

/**
 * The orders service as the paper sees it: it keeps versions, repeats its answer to a repeated key, and can be told to
 * refuse the next write, to lose an answer on its way back, or not to hear a write at all.
 */
export function invoiceService(start: Partial<OrderSheet> = {}) {
  let invoice: OrderSheet = { ...workedInvoice, ...start };
  const saves: ReceivedSave[] = [];
  const replies = new Map<string, object>();
  let refusal: { readonly status: number; readonly body: Record<string, string> } | null = null;
  let losing: 'answer' | 'write' | null = null;
  let reading = true;

  const take = (body: SentBody): object => {
    const sent = body.products.flatMap(({ options }) => options);
    const quantities = Object.fromEntries(
      linesOf(invoice.products).map(({ typeId }) => [
        typeId,
        sent.find((option) => option.typeId === typeId)?.quantity ?? 0,
      ]),
    );
    const { products } = withQuantities(invoice, quantities);
    const figures = totalsOf(linesOf(products), invoice.taxRate, invoice.shipping, discountOf(invoice.discounts));
    const { purchase, tax, shipping, grand } = figures;
    invoice = {
      ...invoice,
      products,
      totals: { purchase, tax, shipping, grand },
      ...(body.PaperBill !== undefined && { paperBill: body.PaperBill }),
      ...(body.sellerToz !== undefined && { sellerNote: body.sellerToz }),
      version: invoice.version + 1,
    };
    return {
      message: 'بروزرسانی با موفقیت انجام شد.',
      status: 0,
      version: invoice.version,
      totals: wireTotalsOf(figures, invoice.discounts),
    };
  };

  const handlers = [
    http.get('*/market/fetch-order-joz-faktor-app2/:orderId', () =>
      reading ? HttpResponse.json(wireSheetOf(invoice)) : HttpResponse.error(),
    ),
    http.post('*/market/order-update-cp/:orderId', async ({ request }) => {
      const key = request.headers.get('idempotency-key') ?? '';
      const body = (await request.json()) as SentBody;
      saves.push({ key, body });
      if (losing === 'write') {
        losing = null;
        return HttpResponse.error();
      }
      if (refusal) {
        const { status, body: said } = refusal;
        refusal = null;
        return HttpResponse.json(said, { status });
      }
      if (!replies.has(key)) {
        if (body.version !== undefined && body.version !== invoice.version) {
          return HttpResponse.json(STALE, { status: 409 });
        }
        replies.set(key, take(body));
      }
      if (losing === 'answer') {
        losing = null;
        return HttpResponse.error();
      }
      return HttpResponse.json(replies.get(key));
    }),
  ];

  return {
    handlers,
    saves,
    /** What it has now. */
    invoice: () => invoice,
    /** Somebody else changes it. */
    changeElsewhere: (change: Partial<OrderSheet>) => {
      invoice = { ...invoice, ...change, version: invoice.version + 1 };
    },
    refuseNext: (status: number, body: Record<string, string>) => {
      refusal = { status, body };
    },
    /** `answer`: the next write is done and its answer never arrives; `write`: it does not arrive itself. */
    loseNext: (what: 'answer' | 'write') => {
      losing = what;
    },
    /** Whether the paper can be read. */
    readable: (yes: boolean) => {
      reading = yes;
    },
  };
}
