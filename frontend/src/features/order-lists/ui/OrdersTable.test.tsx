import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { onDesktop } from '../../../testing/onDesktop';
import { renderRoute } from '../../../testing/renderRoute';
import { customersService } from '../../customers/msw';
import { orderListService, wireOrderRowOf } from '../msw';

const three = [
  wireOrderRowOf('o3', 0, { Code: '100044', mablagheKol: 2 }),
  wireOrderRowOf('o2', 1, { Code: '100043', mablagheKol: 3, orderDateTimeServe: '' }),
  wireOrderRowOf('o1', 2, { Code: '100042', mablagheKol: 1, orderDateTimeServe: '1405/09/05' }),
];

async function openTable(query = '') {
  onDesktop();
  const service = orderListService(three);
  const page = renderRoute(`/joz-sefaresh/c1${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers, ...customersService([]).handlers],
  });
  await screen.findByRole('table', { name: 'سفارش‌های مشتری' });
  return { ...page, service };
}

const rows = () => screen.getAllByRole('row').slice(1);
const codes = () => rows().map((row) => within(row).getByRole('link', { name: /^۱۰۰/ }).textContent);
const heading = (name: string) => screen.getByRole('columnheader', { name });

it('says code, state, days and amount in a row, which leads to the order; the customer on request', async () => {
  const { user } = await openTable();
  const [first] = rows();
  if (!first) throw new Error('a row');
  expect(within(first).getAllByRole('cell')).toHaveLength(screen.getAllByRole('columnheader').length);
  for (const text of ['۱۰۰۰۴۴', 'باز', '۱۴۰۵/۰۸/۳۰', '۱۴۰۵/۰۹/۰۲']) expect(within(first).getByText(text)).toBeVisible();
  expect(within(first).getByRole('link', { name: '۱۰۰۰۴۴' })).toHaveAttribute('href', '/sefaresh-moshtari/c1/o3');
  expect(within(first).queryByText('خیابان یک')).not.toBeInTheDocument();
  await user.click(within(first).getByRole('button', { name: 'بیشتر' }));
  expect(within(first).getByText('خیابان یک')).toBeVisible();
  expect(within(first).getByText('پخش رستمی')).toBeVisible();
});

it('is sorted by its headings, kept in the address, and asks the server for nothing more', async () => {
  const { user, router, service } = await openTable();
  expect(codes()).toEqual(['۱۰۰۰۴۴', '۱۰۰۰۴۳', '۱۰۰۰۴۲']);
  expect(heading('تاریخ ثبت')).toHaveAttribute('aria-sort', 'descending');
  const press = async (name: string) => user.click(within(heading(name)).getByRole('button'));
  await press('مبلغ کل');
  expect(codes()).toEqual(['۱۰۰۰۴۳', '۱۰۰۰۴۴', '۱۰۰۰۴۲']);
  expect(heading('تاریخ ثبت')).toHaveAttribute('aria-sort', 'none');
  expect(router.state.location.search).toBe('?sort=dearest');
  await press('مبلغ کل');
  expect(codes()).toEqual(['۱۰۰۰۴۲', '۱۰۰۰۴۴', '۱۰۰۰۴۳']);
  await press('تاریخ تحویل');
  expect(codes()).toEqual(['۱۰۰۰۴۲', '۱۰۰۰۴۴', '۱۰۰۰۴۳']);
  await press('تاریخ تحویل');
  expect(codes(), 'who was promised no day stands last').toEqual(['۱۰۰۰۴۴', '۱۰۰۰۴۲', '۱۰۰۰۴۳']);
  expect(service.asked).toHaveLength(1);
});

it('opens a shared link as it was sorted', async () => {
  await openTable('?sort=cheapest&status=registered');
  expect(codes()).toEqual(['۱۰۰۰۴۳']);
  expect(heading('مبلغ کل')).toHaveAttribute('aria-sort', 'ascending');
});
