import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { productRow, productsReport, salesSeriesIs } from '../../../entities/sales/msw';
import { sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { addDays, parseJalali } from '../../../shared/lib/jalali';
import { renderRoute } from '../../../testing/renderRoute';

const report = () => productsReport([productRow('رب گوجه', '۸۰۰ گرم', 8)]).handler;

it('shows the figures of the store, and leads to the three reports', async () => {
  renderRoute('/dashboard', {
    handlers: [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), salesSeriesIs(), report()],
  });
  // Where they take long, empty ones stand in their places.
  await screen.findByText('۱٬۲۰۴');
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures).toEqual(['۹٬۸۷۶٬۵۴۳٬۰۰۰ تومان', '۱٬۲۰۴', '۴۸٬۲۱۰', '۱۸۰', '۶۴']);
  const ways = within(screen.getByRole('navigation', { name: 'گزارش‌ها' })).getAllByRole('link');
  expect(ways.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['گزارش مناطق', '/report-manategh'],
    ['گزارش مشتریان', '/report-customers'],
    ['گزارش محصولات', '/report-products'],
  ]);
  expect(await screen.findByText('ده محصول پرفروش')).toBeVisible();
});

/** A toman a day from a day on. */
const salesOf = (from: string, count: number) => {
  const first = parseJalali(from);
  if (!first) throw new Error(`${from} is no day`);
  return salesSeriesIs(Object.fromEntries(Array.from({ length: count }, (_, day) => [addDays(first, day), 1])));
};

it.each([
  ['days', 20, 'فروش روزانه', '۱ آذر ۱۴۰۵'],
  ['weeks', 60, 'فروش هفتگی', 'هفته ۵ دی'],
  ['months', 300, 'فروش ماهانه', 'شهریور ۱۴۰۶'],
])('names the last of the %s it draws, and every one in the table', async (_, count, title, last) => {
  renderRoute('/dashboard', {
    handlers: [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), salesOf('1405/08/12', count), report()],
  });
  const table = within(await screen.findByRole('table', { name: `جدول داده‌های نمودار ${title}` }));
  expect(table.getAllByRole('rowheader').at(-1)).toHaveTextContent(last);
  expect(within(screen.getByRole('figure')).getAllByText(last).length).toBeGreaterThan(1);
});

it('says what the server says about a failure, in a toast and in the place of the figures', async () => {
  const line = 'سرویس گزارش در دسترس نیست.';
  const failing = http.get('*/report/dashboard-nums-app2', () => HttpResponse.json({ message: line }, { status: 503 }));
  renderRoute('/dashboard', { handlers: [sessionIs('valid'), sellerOfType(1), failing, salesSeriesIs(), report()] });
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getAllByText(line)).toHaveLength(2);
  });
  expect(screen.queryByRole('definition')).not.toBeInTheDocument();
});
