import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { wireProductOf } from '../../../entities/product/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { onDesktop } from '../../../testing/onDesktop';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { catalogueService } from '../../catalogue/msw';
import { allOrdersService, type KnownOrder, wireOrderRowOf } from '../msw';

const TEHRAN = 'تهران 8';
const QOM = 'قم';

const orders: readonly KnownOrder[] = [
  { row: wireOrderRowOf('o1', 0, { customerTeritory: TEHRAN }), productIds: ['tea', 'rice'] },
  { row: wireOrderRowOf('o2', 1, { customerId: 'c2', customerName: 'مریم احمدی', customerTeritory: QOM }) },
  { row: wireOrderRowOf('o3', 1, { customerTeritory: TEHRAN }), productIds: ['tea'] },
];
const many = (count: number): KnownOrder[] =>
  Array.from({ length: count }, (_, place) => ({ row: wireOrderRowOf(`o${place}`, place % 2 === 0 ? 0 : 1) }));

const catalogue = catalogueService([wireProductOf('tea', { title: 'چای' }), wireProductOf('rice', { title: 'برنج' })]);

async function openPage(service: ReturnType<typeof allOrdersService>, query = '') {
  const page = renderRoute(`/orders${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers, ...catalogue.handlers],
  });
  await screen.findByRole('group', { name: 'وضعیت سفارش‌ها' });
  return page;
}

const cards = () => screen.findAllByRole('article');
const status = (name: RegExp) => screen.getByRole('button', { name });

// Brought here, and not by the test that happens to be the first to need it.
beforeAll(() => import('./OrdersFilterSheet'));

it('lists the orders of all customers, each of which says whose it is and leads to itself', async () => {
  await openPage(allOrdersService(orders));
  const [first, second] = await cards();
  if (!first || !second) throw new Error('two cards');
  expect(within(first).getByRole('heading', { name: 'حسن رضایی' })).toBeVisible();
  expect(within(second).getByRole('heading', { name: 'مریم احمدی' })).toBeVisible();
  expect(within(second).getByText('۱۰۰۰۴۲')).toBeVisible();
  expect(within(second).getByRole('link', { name: 'جزئیات' })).toHaveAttribute('href', '/sefaresh-moshtari/c2/o2');
});

it('says when an order is delivered, and how its customer is reached, on request', async () => {
  const { user } = await openPage(allOrdersService(orders.slice(0, 1)));
  const card = within((await cards())[0] as HTMLElement);
  expect(card.queryByText('۱۴۰۵/۰۹/۰۲')).not.toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'بیشتر' }));
  expect(card.getByText('۱۴۰۵/۰۹/۰۲')).toBeVisible();
  expect(card.getByText('تهران ۸')).toBeVisible();
  expect(card.getAllByRole('link', { name: /^تماس با/ })[0]).toHaveAttribute('href', 'tel:09120000011');
});

it('is filtered by the server, by status and time, and keeps both in the address', async () => {
  const service = allOrdersService(orders);
  const { user, router } = await openPage(service);
  await cards();
  await user.click(status(/^۱ ?باز/));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(service.asked.at(-1)?.get('status')).toBe('0');
  await user.click(screen.getByRole('button', { name: 'این ماه' }));
  await waitFor(() => expect(service.asked.at(-1)?.get('filterDate')).toBe('3'));
  expect(router.state.location.search).toBe('?status=open&period=month');
  await act(() => router.navigate(-2));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
});

it('does not claim to have counted more orders than the server counts', async () => {
  await openPage(allOrdersService(many(5), { counted: 2 }));
  await cards();
  for (const name of [/^۱٬۰۰۰\+ ?کل سفارش‌ها/, /^۱٬۰۰۰\+ ?باز/, /^۲ ?ثبت شده/, /^۰ ?لغو شده/])
    expect(status(name)).toBeVisible();
});

it('asks for an area and a product in a sheet; each is a chip then, and counts nothing', async () => {
  const service = allOrdersService(orders);
  const { user, router } = await openPage(service);
  await cards();
  await user.click(screen.getByRole('button', { name: 'فیلتر سفارش‌ها' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'فیلتر سفارش‌ها' }));
  await user.click(await sheet.findByRole('button', { name: 'تهران ۸' }));
  await waitFor(() => expect(service.asked.at(-1)?.get('region')).toBe(TEHRAN));
  await user.type(sheet.getByRole('searchbox', { name: 'جستجو بر اساس نام محصول' }), 'برنج');
  await waitFor(() => expect(sheet.queryByRole('button', { name: 'چای' })).not.toBeInTheDocument());
  await user.click(sheet.getByRole('button', { name: 'برنج' }));
  expect(sheet.getByRole('button', { name: 'برنج' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(sheet.getByRole('button', { name: 'نمایش سفارش‌ها' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(Object.fromEntries(service.asked.at(-1) ?? [])).toMatchObject({ region: TEHRAN, productId: 'rice' });
  expect(status(/^کل سفارش‌ها$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'حذف فیلتر محصول: product rice' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'حذف فیلتر منطقه: تهران ۸' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  expect(router.state.location.search).toBe('');
});

it('opens a shared link, and says in words when nothing matches', async () => {
  const service = allOrdersService(orders);
  const { user } = await openPage(service, `?product=salt&area=${encodeURIComponent(QOM)}&status=cancelled`);
  expect(await screen.findByText('سفارشی با این مشخصات یافت نشد')).toBeVisible();
  expect(Object.fromEntries(service.asked[0] ?? [])).toMatchObject({ status: '2', productId: 'salt', region: QOM });
  const clear = screen.getAllByRole('button', { name: 'پاک کردن فیلترها' });
  await user.click(clear.at(-1) as HTMLElement);
  expect(await cards()).toHaveLength(3);
});

it('loads further pages, and says that the end is reached', async () => {
  const service = allOrdersService(many(20));
  await openPage(service);
  await waitFor(() => expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2']));
  expect(await screen.findByText('پایان فهرست')).toBeInTheDocument();
});

it('says a failure in its place, and tries again', async () => {
  const service = allOrdersService(orders);
  service.refuseNext(500);
  const { user } = await openPage(service);
  await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
  expect(await cards()).toHaveLength(3);
});

it('says it where areas cannot be read, or there are none', async () => {
  const { user } = await openPage(allOrdersService(orders));
  let fails = true;
  server.use(
    http.get('*/user/customer-areas-app2', () =>
      fails ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ regions: [] }),
    ),
  );
  await cards();
  await user.click(screen.getByRole('button', { name: 'فیلتر سفارش‌ها' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'فیلتر سفارش‌ها' }));
  const retry = await sheet.findByRole('button', { name: 'تلاش دوباره' });
  fails = false;
  await user.click(retry);
  expect(await sheet.findByText('برای مشتریان منطقه‌ای ثبت نشده است.')).toBeVisible();
});

it('reads the list again when the dialog above it has gone', async () => {
  const service = allOrdersService(orders);
  server.use(http.get('*/market/order-history-app2/:orderId', () => HttpResponse.json({ events: [] })));
  const { router } = await openPage(service, '?status=open');
  await cards();
  await act(() => router.navigate('/orders?status=open&history=o1'));
  const before = service.asked.length;
  await act(() => router.navigate(-1));
  await waitFor(() => expect(service.asked.length).toBe(before + 1));
});

it('is a table on a wide screen, with who ordered', async () => {
  onDesktop();
  const { user } = await openPage(allOrdersService(orders));
  const table = await screen.findByRole('table', { name: 'سفارش‌ها' });
  const [, , second] = within(table).getAllByRole('row');
  if (!second) throw new Error('a row');
  const row = within(second);
  expect(row.getAllByRole('cell')).toHaveLength(screen.getAllByRole('columnheader').length);
  for (const text of ['مریم احمدی', 'برادران', '۱۴۰۵/۰۹/۰۲']) expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole('link', { name: '۱۰۰۰۴۲' })).toHaveAttribute('href', '/sefaresh-moshtari/c2/o2');
  await user.click(row.getByRole('button', { name: 'بیشتر' }));
  expect(row.getByText('خیابان یک')).toBeVisible();
});
