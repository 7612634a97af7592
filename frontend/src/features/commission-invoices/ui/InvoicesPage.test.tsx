import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { invoiceListService, wireInvoiceRowOf } from '../msw';

const EMPTY = 'صورتحسابی با این مشخصات یافت نشد';

const three = [
  wireInvoiceRowOf('i1', { number: '1405-07-000012', paymentStatus: 'payable' }),
  wireInvoiceRowOf('i2', { number: '1405-06-000034', paymentStatus: 'paid' }),
  wireInvoiceRowOf('i3', { number: '1405-05-000056', paymentStatus: 'void' }),
];

const openPage = (service: ReturnType<typeof invoiceListService>, { type = 1, url = '/soorathesab' } = {}) =>
  renderRoute(url, {
    before: ['/home'],
    handlers: [sessionIs('valid'), sellerOfType(type), subscriptionIs(days(20)), ...service.handlers],
  });

const articles = () => screen.findAllByRole('article');

it('shows what the platform has billed: number, requester, date, state and total, leading to each', async () => {
  openPage(invoiceListService(three));
  const [first] = await articles();
  const card = within(first as HTMLElement);
  expect(card.getByRole('link', { name: '۱۴۰۵-۰۷-۰۰۰۰۱۲' })).toHaveAttribute('href', '/joz-soorathesab/i1');
  expect(card.getByText('پلتفرم پیشخوان')).toBeVisible();
  expect(card.getByText('۱۴۰۵/۰۸/۰۱')).toBeVisible();
  expect(card.getByText(/۳٬۰۷۵٬۰۰۰/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/home');
});

it('marks the state by its code, whatever its text says', async () => {
  openPage(invoiceListService(three));
  await articles();
  const toneOf = (text: string) => screen.getByText(text).getAttribute('data-tone');
  expect(toneOf('پرداخت نشده')).toBe('warning');
  expect(toneOf('پرداخت شده')).toBe('success');
  expect(toneOf('باطل شده')).toBe('neutral');
});

it.each(['۰۰۰۰۳۴', '000034', '٠٠٠٠٣٤'])('finds a part of the number in any digits: %s', async (typed) => {
  const service = invoiceListService(three);
  const { user, router } = openPage(service);
  await articles();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'جستجو' }));
  await user.type(screen.getByRole('searchbox'), typed);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(screen.getByRole('link', { name: '۱۴۰۵-۰۶-۰۰۰۰۳۴' })).toBeVisible();
  expect(service.asked.at(-1)?.get('search')).toBe('000034');
  expect(router.state.location.search).toBe(`?search=${encodeURIComponent(typed)}`);
  await user.click(screen.getByRole('button', { name: 'بستن جستجو' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
});

it('says that nothing matches, and takes the search back', async () => {
  const { user } = openPage(invoiceListService(three), { url: '/soorathesab?search=999' });
  expect(await screen.findByText(EMPTY)).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('999');
  await user.click(screen.getByRole('button', { name: 'پاک کردن جستجو' }));
  expect(await articles()).toHaveLength(3);
});

it('says the same to a seller who was never billed', async () => {
  openPage(invoiceListService([]));
  expect(await screen.findByText(EMPTY)).toBeVisible();
});

it('says a failure in a toast and in its place, and tries again', async () => {
  const service = invoiceListService(three);
  service.refuseNext(500);
  const { user } = openPage(service);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  await waitFor(() => expect(screen.getAllByText('خطا در بارگذاری اطلاعات').length).toBeGreaterThan(1));
  await user.click(retry);
  expect(await articles()).toHaveLength(3);
});

it('sends type 3 to the log-in page, and asks for nothing', async () => {
  const service = invoiceListService(three);
  const { at } = openPage(service, { type: 3 });
  await waitFor(() => expect(at()).toBe('/log-in'));
  expect(service.asked).toEqual([]);
});

it.each([1, 2])('opens for type %i', async (type) => {
  const { at } = openPage(invoiceListService(three), { type });
  expect(await articles()).toHaveLength(3);
  expect(at()).toBe('/soorathesab');
});

it('shows what the server says to a user without a store', async () => {
  const service = invoiceListService([]);
  service.refuseNext(403, { message: 'عملیات غیر مجاز میباشد!' });
  const { at } = openPage(service, { type: -1 });
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  expect(screen.getAllByText('عملیات غیر مجاز میباشد!').length).toBeGreaterThan(0);
  expect(at()).toBe('/soorathesab');
});

it('shows the list also when nobody can say whose store it is', async () => {
  const unknown = http.get('*/market/get-seller-type-app2', () => HttpResponse.json({}, { status: 503 }));
  renderRoute('/soorathesab', { handlers: [sessionIs('valid'), unknown, ...invoiceListService(three).handlers] });
  expect(await articles()).toHaveLength(3);
});

it('stands for a bill without an id', async () => {
  const page = renderRoute('/joz-soorathesab', {
    handlers: [sessionIs('valid'), sellerOfType(1), ...invoiceListService(three).handlers],
  });
  expect(await articles()).toHaveLength(3);
  expect(page.at()).toBe('/soorathesab');
});
