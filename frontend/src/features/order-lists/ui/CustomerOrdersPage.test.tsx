import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { orderListService, wireOrderRowOf } from '../msw';

async function openPage(service: ReturnType<typeof orderListService>, query = '') {
  const page = renderRoute(`/joz-sefaresh/c1${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers],
  });
  await screen.findByRole('group', { name: 'وضعیت سفارش‌ها' });
  return page;
}

const three = [wireOrderRowOf('o1', 0), wireOrderRowOf('o2', 1), wireOrderRowOf('o3', 1)];

it('counts and filters the orders by their state', async () => {
  const { user } = await openPage(orderListService(three));
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(screen.getByRole('button', { name: /۳ ?کل سفارش‌ها/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /۲ ?ثبت شده/ }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /۰ ?لغو شده/ }));
  expect(screen.getByText('سفارشی با این مشخصات یافت نشد')).toBeVisible();
});

it('asks the server for another period', async () => {
  const service = orderListService(three);
  const { user } = await openPage(service);
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'این هفته' }));
  await waitFor(() => {
    expect(service.asked.at(-1)?.searchParams.get('filterDate')).toBe('2');
  });
  expect(service.asked.map(({ pathname }) => pathname)).toEqual([
    '/market/fetch-order-list-app2/c1',
    '/market/fetch-order-list-app2/c1',
  ]);
});

it('keeps status and period in the address: a link opens them, Back brings them again', async () => {
  const service = orderListService(three);
  const { user, router } = await openPage(service, '?period=month&status=registered');
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(service.asked[0]?.searchParams.get('filterDate')).toBe('3');
  await user.click(screen.getByRole('button', { name: /۱ ?باز/ }));
  await user.click(screen.getByRole('button', { name: 'همه' }));
  expect(router.state.location.search).toBe('?status=open');
  await act(() => router.navigate(-2));
  expect(screen.getByRole('button', { name: 'این ماه' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it('takes nonsense in the address for no filter', async () => {
  const service = orderListService(three);
  await openPage(service, '?period=5&status=0');
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(service.asked[0]?.searchParams.get('filterDate')).toBe('0');
});

it('shows whose order it is on request, and leads to the order', async () => {
  const { user } = await openPage(orderListService([wireOrderRowOf('o1', 0)]));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('۱۰۰۰۴۲')).toBeVisible();
  for (const text of ['خیابان یک', 'پخش رستمی']) expect(card.queryByText(text)).not.toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'بیشتر' }));
  for (const text of ['خیابان یک', 'پخش رستمی']) expect(card.getByText(text)).toBeVisible();
  expect(card.getByRole('button', { name: 'کمتر' })).toHaveAttribute('aria-expanded', 'true');
  await user.click(card.getByRole('button', { name: 'کمتر' }));
  expect(card.queryByText('خیابان یک')).not.toBeInTheDocument();
  expect(card.getByRole('link', { name: 'جزئیات' })).toHaveAttribute('href', '/sefaresh-moshtari/c1/o1');
});

it('asks for both dates of a range', async () => {
  const service = orderListService(three);
  const { user } = await openPage(service);
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'بازه' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.click(sheet.getByRole('button', { name: 'گزارش' }));
  expect(await sheet.findByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).toBeVisible();
  expect(service.asked).toHaveLength(1);
});

it('says a failure in a toast and in its place, and tries again', async () => {
  const service = orderListService(three);
  service.refuseNext(500);
  const { user } = await openPage(service);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  await waitFor(() => {
    expect(screen.getAllByText('خطا در بارگذاری اطلاعات').length).toBeGreaterThan(1);
  });
  await user.click(retry);
  expect(await screen.findAllByRole('article')).toHaveLength(3);
});
