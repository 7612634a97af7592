import { HttpResponse, http } from 'msw';
import { goodsAre } from '../../entities/goods/msw';
import { wireTotalsOf } from '../../entities/order/msw';
import { totalsOf } from '../../entities/order/order.math';
import type { WireGuideOption, WirePlaceOrderReply } from '../../shared/api/wire/orders.gen';
import { nextAnswer } from '../../testing/nextAnswer';
import type { TakenBody } from './api/endpoints';

const TAX = 9;
const SHIPPING = 350_000;

interface Received {
  readonly call: 'place' | 'save';
  readonly key: string;
  readonly body: unknown;
}

/**
 * Taking orders from customer c1, as the server does it: one order for a key, minimums, a store that may be off. The next answer
 * to a write can be refused, or lost on its way back.
 */
export function takingService(guide: readonly WireGuideOption[] = [], minimum = { amount: 0, packages: 0 }) {
  const received: Received[] = [];
  const orders = new Map<string, { readonly text: string; readonly reply: WirePlaceOrderReply }>();
  const prices = new Map<string, { price: number; stock: number }>([['salt', { price: 960_000, stock: 40 }]]);
  for (const { typeId, initialPrice, mojoody } of guide) prices.set(typeId, { price: initialPrice, stock: mojoody });
  let isOff = false;
  const next = nextAnswer();
  let lost = 0;

  const quoteOf = ({ products }: TakenBody) => {
    const options = products.flatMap((product) => product.options);
    const lines = options.map(({ typeId, quantity }) => {
      const price = prices.get(typeId)?.price ?? 0;
      return { quantity, buyPrice: price, sellPrice: price };
    });
    const totals = totalsOf(lines, TAX, SHIPPING);
    const short = options.filter(({ typeId, quantity }) => quantity > (prices.get(typeId)?.stock ?? 0));
    return {
      totals: wireTotalsOf(totals),
      short: Object.fromEntries(short.map(({ typeId }) => [typeId, `موجودی «${typeId}» کافی نیست.`])),
      missing: {
        amount: Math.max(0, minimum.amount - totals.purchase),
        packages: Math.max(0, minimum.packages - totals.units),
      },
    };
  };
  const off = () => HttpResponse.json({ message: 'فروشگاه غیرفعال است.' }, { status: 409 });
  const lose = (): boolean => {
    if (lost === 0) return false;
    lost -= 1;
    return true;
  };

  const place = http.post('*/market/order-place-app2', async ({ request }) => {
    const body = (await request.json()) as TakenBody;
    const key = request.headers.get('idempotency-key') ?? '';
    received.push({ call: 'place', key, body });
    const instead = isOff ? off() : await next.due();
    if (instead) return instead;
    const text = JSON.stringify(body);
    const known = orders.get(key);
    if (known && known.text !== text) return HttpResponse.json({ message: 'کلید تکراری' }, { status: 422 });
    const { totals, short } = quoteOf(body);
    const id = `o${orders.size + 1}`;
    const made = {
      message: 'سفارش با موفقیت ایجاد شد.',
      id,
      Code: '1405-08-000009',
      status: 0,
      version: 1,
      totals,
      short,
    };
    const order = known ?? { text, reply: made };
    orders.set(key, order);
    return lose() ? HttpResponse.error() : HttpResponse.json(order.reply);
  });
  const save = http.post('*/market/order-save-app2/:orderId', async ({ request }) => {
    const key = request.headers.get('idempotency-key') ?? '';
    received.push({ call: 'save', key, body: await request.json() });
    const instead = await next.due();
    if (instead) return instead;
    if (lose()) return HttpResponse.error();
    return HttpResponse.json({ message: 'ذخیره سفارش با موفقیت انجام شد', status: 1, version: 2 });
  });
  const handlers = [
    http.post('*/market/order-quote-app2', async ({ request }) =>
      isOff ? off() : HttpResponse.json(quoteOf((await request.json()) as TakenBody)),
    ),
    ...goodsAre(guide),
    place,
    save,
  ];
  return {
    handlers,
    /** The writes, in their order. */
    received,
    /** How many orders there are. */
    placed: () => orders.size,
    switchOff: (): void => {
      isOff = true;
    },
    ...next,
    /** So many next answers to writes do not arrive. */
    loseNext: (count = 1): void => {
      lost = count;
    },
  };
}
