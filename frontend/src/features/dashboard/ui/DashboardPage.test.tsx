import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { productRow, productsReport, salesSeriesIs } from '../../../entities/sales/msw';
import { sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';

const report = () => productsReport([productRow('رب گوجه', '۸۰۰ گرم', 8)]).handler;

it('shows the figures of the store, and leads to the three reports', async () => {
  renderRoute('/dashboard', {
    handlers: [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), salesSeriesIs(), report()],
  });
  const figures = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
  expect(figures).toEqual(['۹٬۸۷۶٬۵۴۳٬۰۰۰\u00a0تومان', '۱٬۲۰۴', '۴۸٬۲۱۰', '۱۸۰', '۶۴']);
  const ways = within(screen.getByRole('navigation', { name: 'گزارش‌ها' })).getAllByRole('link');
  expect(ways.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['گزارش مناطق', '/report-manategh'],
    ['گزارش مشتریان', '/report-customers'],
    ['گزارش محصولات', '/report-products'],
  ]);
  expect(await screen.findByText('ده محصول پرفروش')).toBeVisible();
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
