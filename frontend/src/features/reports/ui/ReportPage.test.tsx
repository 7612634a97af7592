import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { sessionIs } from '../../../entities/session/msw';
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
      http.get('*/report/sales-series-app2/:n', () => HttpResponse.json({ points: [] })),
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

it('keeps a failure quiet: no toast, a retry in its place', async () => {
  renderRoute('/report-products', {
    handlers: [
      sessionIs('valid'),
      http.get('*/report/sales-series-app2/:n', () => HttpResponse.json({ points: [] })),
      http.get('*/report/dashboard-basket-product-type-nums-app2/:n', () => HttpResponse.json({}, { status: 500 })),
    ],
  });
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  expect(screen.getAllByText('خطا در بارگذاری اطلاعات')).toHaveLength(1);
});
