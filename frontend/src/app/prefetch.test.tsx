import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { stockIs, wireProductOf } from '../entities/product/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { sessionIs } from '../entities/session/msw';
import { catalogueService } from '../features/catalogue/msw';
import { customersService, wireCustomerOf } from '../features/customers/msw';
import { settingsService } from '../features/settings/msw';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';
import firstCalls from './firstCalls.json';
import { prefetchPages } from './prefetch';

let asked: string[] = [];

afterEach(() => {
  Object.assign(window, { pishkhanEarly: undefined });
  document.body.replaceChildren();
});

/** As the build writes them into the document. */
function writePages(): void {
  const written = document.createElement('meta');
  written.name = 'pishkhan-pages';
  written.content = JSON.stringify(firstCalls.pages);
  document.head.append(written);
  onTestFinished(() => written.remove());
}

/** A page with links, whose presses lead nowhere. */
function renderLink(): void {
  asked = [];
  server.use(
    http.get('*', ({ request }) => {
      asked.push(request.url.slice(window.location.origin.length));
      return HttpResponse.json({});
    }),
  );
  prefetchPages([], () => Promise.resolve());
  writePages();
  document.body.innerHTML = `
    <main>
      <a href="/seller-customers">customers</a>
      <a href="/sefaresh-moshtari/c1/o1">order</a>
      <a href="/seller-customers?search=x">search</a>
      <a href="/products" download>file</a>
      <a href="/about">about</a>
    </main>`;
  document.body.addEventListener('click', (event) => event.preventDefault());
}

it('asks at the press for what the next page will ask for, and only when the press is a step to it', async () => {
  renderLink();
  const press = (name: string, init?: MouseEventInit) => fireEvent.click(screen.getByText(name), init);
  press('search');
  press('file');
  press('about');
  press('customers', { ctrlKey: true });
  press('customers', { button: 1 });
  press('customers');
  press('order');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual(['/user/customer-list-app2?page=1&limit=10&filterDate=0', '/market/fetch-order-joz-app2/o1']);
});

const unreachable = 'غیرفعال';

it.each([
  ['/home', 'خانه', ['۱۸۱', unreachable, 'پخش نو']],
  ['/products', 'محصولات', ['فروشگاه غیرفعال است', 'نامی نو']],
  ['/seller-customers', 'مشتریان', ['نسرین نوری']],
])('a step to %s shows what it has asked for, also of what was read just before', async (url, link, shown) => {
  prefetchPages([], () => Promise.resolve());
  writePages();
  const calls: string[] = [];
  const note = http.get('*', ({ request }) => {
    calls.push(request.url.slice(window.location.origin.length + 1));
  });
  const { user, at } = renderRoute(url, {
    handlers: [
      ...[note, sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs(), stockIs()],
      ...[...customersService([wireCustomerOf('c1')]).handlers, ...settingsService().handlers],
      ...catalogueService([wireProductOf('a')]).handlers,
    ],
  });
  const rail = within(await screen.findByLabelText('بخش‌های اصلی'));
  const early = firstCalls.pages.find(({ path }) => path === url)?.calls ?? [];
  await waitFor(() => expect(calls).toEqual(expect.arrayContaining([...early])));
  await user.click(rail.getByText('تنظیمات'));
  await screen.findByRole('heading', { name: 'تنظیمات تحویل' });
  server.use(
    ...[note, sellerOfType(1, false), sellerSummaryIs({ totalCustomers: 181 }), sellerBindIs('پخش نو')],
    ...customersService([wireCustomerOf('c2', { f2: 'نسرین نوری' })]).handlers,
    ...catalogueService([wireProductOf('a', { title: 'نامی نو' })]).handlers,
  );
  calls.length = 0;
  await user.click(rail.getByText(link));
  await waitFor(() => expect(at()).toBe(url));
  for (const text of shown) expect(await screen.findByText(text)).toBeInTheDocument();
  for (const call of early)
    expect(
      calls.filter((one) => one === call),
      call,
    ).toHaveLength(1);
});
