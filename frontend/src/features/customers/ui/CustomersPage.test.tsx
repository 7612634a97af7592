import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { customersService, wireCustomerOf } from '../msw';

const EMPTY = 'مشتری با این مشخصات یافت نشد';

async function open(service: ReturnType<typeof customersService>) {
  const page = renderRoute('/seller-customers', {
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers],
  });
  await screen.findByRole('group', { name: 'وضعیت مشتریان' });
  return page;
}

const hasan = wireCustomerOf('a', { f2: 'حسن' });
const maryam = wireCustomerOf('b', { f2: 'مریم', f16: 1 });
const many = (count: number) => Array.from({ length: count }, (_, index) => wireCustomerOf(`c${index}`));

it('shows a customer, calls its number and leads to its orders', async () => {
  await open(customersService([hasan, maryam]));
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) throw new Error('two cards');
  expect(within(first).getByText('سفارش دارد')).toBeVisible();
  expect(within(second).getByText('سفارش ندارد')).toBeVisible();
  expect(within(first).getByRole('link', { name: 'حسن' })).toHaveAttribute('href', '/joz-sefaresh/a');
  expect(within(first).getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', 'tel:09120000011');
  expect(screen.getByText('پایان فهرست')).toBeVisible();
});

it('lets the server filter by state and period, and search', async () => {
  const service = customersService([hasan, maryam]);
  const { user } = await open(service);
  await user.click(await screen.findByRole('button', { name: /۱ ?بررسی شده/ }));
  await waitFor(() => {
    expect(screen.queryByText('حسن')).not.toBeInTheDocument();
  });
  expect(await screen.findByRole('link', { name: 'مریم' })).toBeVisible();
  expect(service.asked.at(-1)?.get('status')).toBe('1');
  await user.click(screen.getByRole('button', { name: 'این ماه' }));
  await waitFor(() => {
    expect(service.asked.at(-1)?.get('filterDate')).toBe('3');
  });
  await user.type(screen.getByRole('searchbox'), 'هیچ');
  expect(await screen.findByText(EMPTY)).toBeVisible();
  expect(service.asked.at(-1)?.get('search')).toBe('هیچ');
});

it('asks for both dates of a range before it asks the server', async () => {
  const service = customersService([hasan]);
  const { user } = await open(service);
  await screen.findByRole('article');
  await user.click(screen.getByRole('button', { name: 'بازه' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByRole('textbox', { name: 'از تاریخ' }), '14050801');
  await user.click(sheet.getByRole('button', { name: 'گزارش' }));
  expect(await sheet.findByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).toBeVisible();
  expect(service.asked).toHaveLength(1);
  await user.type(sheet.getByRole('textbox', { name: 'تا تاریخ' }), '14050830');
  await user.click(sheet.getByRole('button', { name: 'گزارش' }));
  await waitFor(() => {
    expect(String(service.asked.at(-1))).toBe(
      'page=1&limit=10&filterDate=5&fromDate=1405%2F08%2F01&toDate=1405%2F08%2F30',
    );
  });
});

it('fetches the second page, then marks the end', async () => {
  const service = customersService(many(12));
  const { user } = await open(service);
  expect(await screen.findAllByRole('article')).toHaveLength(10);
  expect(screen.queryByText('پایان فهرست')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'نمایش بیشتر' }));
  expect(await screen.findByText('پایان فهرست')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(12);
  expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2']);
});

it('keeps what it has when the second page fails, and fetches that page again', async () => {
  const service = customersService(many(12));
  const { user } = await open(service);
  await screen.findAllByRole('article');
  service.refuseNext(400);
  await user.click(screen.getByRole('button', { name: 'نمایش بیشتر' }));
  await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
  expect(await screen.findByText('پایان فهرست')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(12);
});

it('says a failure in a toast and in its place, and tries again', async () => {
  const service = customersService([hasan]);
  service.refuseNext(500);
  const { user } = await open(service);
  const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
  await waitFor(() => {
    expect(screen.getAllByText('خطا در بارگذاری اطلاعات').length).toBeGreaterThan(1);
  });
  await user.click(retry);
  expect(await screen.findByRole('article')).toBeVisible();
});
