import { HttpResponse, http } from 'msw';
import type { WireGuideOption } from '../../shared/api/wire/orders.gen';
import { includesFa } from '../../shared/lib/foldFa';
import { unitsAre, wireProductOf, wireTypeOf } from '../product/msw';

export const wireGuideOf = (typeId: string, own: Partial<WireGuideOption> = {}): WireGuideOption => ({
  typeId,
  productId: `of-${typeId}`,
  name: `محصول ${typeId}`,
  type: 'کارتنی',
  image: '',
  package: 'کارتن',
  initialPrice: 100_000,
  initialPrice2: 120_000,
  mojoody: 40,
  lastQuantity: 3,
  lastOrderedS: '1405/08/20 - 10:00',
  times: 2,
  ...own,
});

/** What the customer buys, and a catalogue of one product, «نمک», with a type of 40 in stock. */
export const goodsAre = (guide: readonly WireGuideOption[]) => [
  http.get('*/market/order-guide-app2/:customerId', () =>
    HttpResponse.json({
      customer: { _id: 'c1', f2: 'هایپر نوبهار', f3: '09120000042', f8: 'نوبهار' },
      options: guide,
    }),
  ),
  http.get('*/market/products-bind-app2', ({ request }) => {
    const search = new URL(request.url).searchParams.get('search') ?? '';
    const salt = wireProductOf('p', {
      title: 'نمک',
      productTypes: [wireTypeOf('salt', { nameNoeMahsool: 'یک کیلویی' })],
    });
    const product = [salt].filter(({ title }) => includesFa(title, search));
    const head = { sellerName: '', sellerBackground: '', sellerStory: '' };
    return HttpResponse.json({ product, totalPages: 1, total: product.length, ...head });
  }),
  http.get('*/market/product-brands-app2', () => HttpResponse.json({ brands: [] })),
  unitsAre(),
];
