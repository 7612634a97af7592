import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { workedSheet } from '../entities/order/fixtures/workedSheet';
import { wireSheetOf } from '../entities/order/msw';
import { stockIs, wireProductOf, wireTypeOf } from '../entities/product/msw';
import { sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { sessionIs } from '../entities/session/msw';
import { catalogueService } from '../features/catalogue/msw';
import { orderListService, wireOrderRowOf } from '../features/order-lists/msw';
import { orderService } from '../features/orders/msw';
import { settingsService } from '../features/settings/msw';
import { QUESTION } from '../testing/question';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';

/** Features in one tab: what one of them has read must not answer for another one. */
const ORDERS = '/joz-sefaresh/c1';
const ORDER = '/sefaresh-moshtari/c1/o1';

const sold = wireProductOf('a', { brand: { _id: 'b9', name: 'ساحل' }, productTypes: [wireTypeOf('a-1')] });

function visit(url: string) {
  const catalogue = catalogueService([sold]);
  const orders = orderListService([wireOrderRowOf('o1', 0)]);
  const order = orderService();
  const page = renderRoute(url, {
    handlers: [
      ...[sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), stockIs()],
      ...[...catalogue.handlers, ...settingsService().handlers, ...orders.handlers, ...order.handlers],
      http.get('*/report/*', () => HttpResponse.json({}, { status: 500 })),
    ],
  });
  const goTo = async (place: string | number, heading: string) => {
    await act(async () => page.router.navigate(place as string));
    await screen.findByRole('heading', { level: 1, name: heading });
  };
  return { ...page, catalogue, orders, order, goTo };
}

type Visit = ReturnType<typeof visit>;

async function brandsOfSettings({ user }: Visit) {
  await user.click(await screen.findByRole('button', { name: /^تنظیمات برندها/ }));
  for (const name of ['آفتاب', 'بهار', 'چشمه']) expect(await screen.findByRole('button', { name })).toBeVisible();
  expect(screen.queryByRole('button', { name: /ساحل/ })).not.toBeInTheDocument();
}

async function brandsOfProducts({ user }: Visit) {
  await user.click(await screen.findByRole('button', { name: /همه محصولات/ }));
  const options = await screen.findAllByRole('menuitemcheckbox');
  expect(options.map(({ textContent }) => textContent)).toEqual(['همه محصولات', 'ساحل (۱)']);
  await user.keyboard('{Escape}');
}

it('chooses from all brands in the settings, and from those on sale among the products', async () => {
  const page = visit('/products');
  await brandsOfProducts(page);
  await page.goTo('/settings', 'تنظیمات فروشنده');
  await brandsOfSettings(page);
  await page.goTo('/products', 'محصولات');
  await brandsOfProducts(page);
});

it('the other way round', async () => {
  const page = visit('/settings');
  await brandsOfSettings(page);
  await page.goTo('/products', 'محصولات');
  await brandsOfProducts(page);
});

it.each([
  ['ذخیره سفارش', 'ذخیره', [['button', 'ذخیره']]],
  [
    'لغو سفارش',
    'لغو سفارش',
    [
      ['button', 'عملیات سفارش'],
      ['menuitem', 'لغو سفارش'],
    ],
  ],
] as const)('reads the products again after an order’s «%s», which moves their stock', async (item, answer, way) => {
  const page = visit('/products');
  await screen.findByRole('list', { name: 'محصولات' });
  await page.goTo(ORDER, 'سفارش مشتری');
  for (const [role, name] of way) await page.user.click(await screen.findByRole(role, { name }));
  const question = within(await screen.findByRole('alertdialog', { name: item }));
  await page.user.click(question.getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument());
  expect(page.catalogue.asked).toHaveLength(1);
  await page.goTo('/products', 'محصولات');
  await waitFor(() => expect(page.catalogue.asked).toHaveLength(2));
});

it('comes back from a typed quantity to the list of orders as it was, and reads it again below', async () => {
  const page = visit(ORDERS);
  await screen.findByRole('article');
  await page.goTo(ORDER, 'سفارش مشتری');
  const [more] = await screen.findAllByRole('button', { name: /^افزایش/ });
  await page.user.click(more!);
  await waitFor(() => expect(page.order.writes).toHaveLength(1));
  const before = page.orders.asked.length;
  const answer = page.orders.holdNext();
  await page.goTo(-1, 'سفارش‌های مشتری');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(page.orders.asked).toHaveLength(before + 1);
  answer();
});

it('reads an order once for its dialog and its paper, and again for the paper after a write of its page', async () => {
  const page = visit(ORDERS);
  let asked = 0;
  const sheet = http.get('*/market/fetch-order-joz-faktor-app2/:id', () => {
    asked += 1;
    return HttpResponse.json(wireSheetOf(workedSheet));
  });
  server.use(sheet);
  await screen.findByRole('article');
  await act(async () => page.router.navigate(`${ORDERS}?order=o1`));
  const dialog = await screen.findByRole('dialog', { name: 'سفارش' });
  await within(dialog).findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  await act(async () => page.router.navigate(`${ORDERS}?order=o1&invoice=o1`));
  await screen.findByRole('dialog', { name: /^فاکتور سفارش/ }, { timeout: 20_000 });
  expect(asked).toBe(1);
  await page.goTo(ORDER, 'سفارش مشتری');
  const [more] = await screen.findAllByRole('button', { name: /^افزایش/ });
  await page.user.click(more!);
  await waitFor(() => expect(page.order.writes).toHaveLength(1));
  await act(async () => page.router.navigate(`${ORDER}?invoice=o1`));
  await screen.findByRole('dialog', { name: /^فاکتور سفارش/ }, { timeout: 20_000 });
  await waitFor(() => expect(asked).toBe(2));
}, 60_000);
