import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { productRow, productsReport, salesSeriesIs } from '../../../entities/sales/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { drawn, layOut, scrollPageTo as scrollPageTo } from '../../../testing/layout';
import { renderRoute } from '../../../testing/renderRoute';

const row = (customerTeritory: string, totalAmount: number) => ({
  customerTeritory,
  totalOrders: 2,
  totalQuantity: 9,
  totalAmount,
});

it('shows regions by amount, offers them as files and asks for periods from 1', async () => {
  const asked: unknown[] = [];
  const { user } = renderRoute('/report-manategh', {
    handlers: [
      sessionIs('valid'),
      sellerOfType(1),
      salesSeriesIs(),
      http.get('*/report/dashboard-regions-nums-app2/:n', ({ params }) => {
        asked.push(params['n']);
        return HttpResponse.json({ counts: [row('قم', 5), row('ری', 8)] });
      }),
    ],
  });
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.textContent).map((text) => text.slice(0, 2))).toEqual(['ری', 'قم']);
  expect(screen.getByRole('link', { name: 'دریافت CSV' })).toHaveAttribute(
    'href',
    '/report/dashboard-regions-nums-app2/1?format=csv',
  );
  await user.click(screen.getByRole('button', { name: 'این هفته' }));
  await waitFor(() => {
    expect(asked).toEqual(['1', '3']);
  });
});

const products = [productRow('رب گوجه', '۸۰۰ گرم', 8), productRow('اسپاگتی', '۷۰۰ گرم', 5)];

it('keeps a failure quiet: no toast, a retry in its place that brings the rows', async () => {
  const report = productsReport(products);
  report.refuseNext(500);
  const { user } = renderRoute('/report-products', {
    handlers: [sessionIs('valid'), sellerOfType(1), salesSeriesIs(), report.handler],
  });
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  expect(screen.getAllByText('خطا در بارگذاری اطلاعات')).toHaveLength(1);
  await user.click(retry);
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.queryByText('خطا در بارگذاری اطلاعات')).not.toBeInTheDocument();
});

it('draws what is near the screen of a long report, and finds what is not drawn', async () => {
  layOut(() => 160);
  const many = Array.from({ length: 2_000 }, (_, index) => productRow(`کالای ${index + 1}`, '۱ کیلو', 9_000 - index));
  const { user } = renderRoute('/report-products', {
    handlers: [sessionIs('valid'), sellerOfType(1), salesSeriesIs(), productsReport(many).handler],
  });
  expect((await screen.findAllByRole('article')).length).toBeLessThan(12);
  expect(drawn().get(1)).toHaveAttribute('aria-setsize', '2000');
  await scrollPageTo(1_990 * 176);
  expect(drawn().has(1_990)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'جستجو در گزارش' }));
  await user.type(screen.getByRole('searchbox', { name: 'جستجو در گزارش' }), 'کالای ۲۰۰۰');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(drawn().get(1)).toHaveTextContent('کالای ۲۰۰۰');
  expect(screen.getByText('پایان فهرست')).toBeVisible();
});

it('asks for a range with «گزارش» only, and offers that range as files', async () => {
  const report = productsReport(products);
  const { user } = renderRoute('/report-products', {
    handlers: [sessionIs('valid'), sellerOfType(1), salesSeriesIs(), report.handler],
  });
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'بازه' }));
  await user.type(await screen.findByRole('textbox', { name: 'از تاریخ' }), '01081405');
  await user.type(screen.getByRole('textbox', { name: 'تا تاریخ' }), '30081405');
  expect(report.asked).toEqual(['1']);
  await user.click(screen.getByRole('button', { name: 'گزارش' }));
  await waitFor(() => {
    expect(report.asked).toEqual(['1', '5?fromDate=1405/08/01&toDate=1405/08/30']);
  });
  expect(await screen.findByRole('link', { name: 'دریافت XLSX' })).toHaveAttribute(
    'href',
    '/report/dashboard-basket-product-type-nums-app2/5?fromDate=1405%2F08%2F01&toDate=1405%2F08%2F30&format=xlsx',
  );
});

it('opens a shared link of a range', async () => {
  const report = productsReport(products);
  renderRoute('/report-products?period=range&from=1405-08-01&to=1405-08-30', {
    handlers: [sessionIs('valid'), sellerOfType(1), salesSeriesIs(), report.handler],
  });
  await screen.findAllByRole('article');
  expect(screen.getByRole('button', { name: /^بازه/ })).toHaveAttribute('aria-pressed', 'true');
  expect(report.asked).toEqual(['5?fromDate=1405/08/01&toDate=1405/08/30']);
});

it('narrows by a search, and says when nothing is left', async () => {
  const report = productsReport(products);
  const { user } = renderRoute('/report-products', {
    handlers: [sessionIs('valid'), sellerOfType(1), salesSeriesIs(), report.handler],
  });
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'جستجو در گزارش' }));
  const search = screen.getByRole('searchbox', { name: 'جستجو در گزارش' });
  await user.type(search, 'اسپاگتي');
  const [only, ...others] = screen.getAllByRole('article');
  expect(only).toHaveTextContent('اسپاگتی');
  expect(others).toEqual([]);
  await user.type(search, 'ها');
  expect(await screen.findByText('گزارشی با این مشخصات یافت نشد')).toBeVisible();
  expect(report.asked).toEqual(['1']);
});
