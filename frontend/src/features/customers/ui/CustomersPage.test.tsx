import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';

const customer = (id: string, title: string, f16: number) => ({
  _id: id,
  f2: title,
  f3: '09120000011',
  f4: { name: 'سوپرمارکت' },
  f7: '2026-11-21T08:40:00Z',
  f8: 'برادران',
  f11: { name: 'قم' },
  f12: 'خیابان یک',
  f16,
});

it('lists customers, and lets the server search and filter them', async () => {
  const asked: URLSearchParams[] = [];
  const list = http.get('*/user/customer-list-app2', ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const users = query.get('search') === null ? [customer('a', 'حسن', 0), customer('b', 'مریم', 1)] : [];
    return HttpResponse.json({ users, totalPages: 1, totals: { all: 12, unprocessed: 5, processed: 7 } });
  });
  const { user } = renderRoute('/seller-customers', { handlers: [sessionIs('valid'), list] });
  const cards = await screen.findAllByRole('article');
  const [first, second] = cards;
  if (!first || !second) throw new Error('two cards');
  expect(within(first).getByText('سفارش دارد')).toBeVisible();
  expect(within(second).getByText('سفارش ندارد')).toBeVisible();
  expect(within(first).getByRole('link', { name: 'حسن' })).toHaveAttribute('href', '/joz-sefaresh/a');
  expect(within(first).getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', 'tel:09120000011');
  expect(screen.getByText('پایان فهرست')).toBeVisible();

  await user.click(screen.getByRole('button', { name: /۵ ?بررسی نشده/ }));
  await waitFor(() => {
    expect(asked.at(-1)?.get('status')).toBe('0');
  });
  await user.click(screen.getByRole('button', { name: 'این ماه' }));
  await waitFor(() => {
    expect(asked.at(-1)?.get('filterDate')).toBe('3');
  });
  await user.type(screen.getByRole('searchbox'), 'هیچ');
  expect(await screen.findByText('مشتری با این مشخصات یافت نشد')).toBeVisible();
  expect(asked.at(-1)?.get('search')).toBe('هیچ');
});

it('says a failure in a toast and in its place', async () => {
  const failing = http.get('*/user/customer-list-app2', () => HttpResponse.json({}, { status: 500 }));
  renderRoute('/seller-customers', { handlers: [sessionIs('valid'), failing] });
  expect((await screen.findAllByText('خطا در بارگذاری اطلاعات')).length).toBeGreaterThan(0);
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
});
