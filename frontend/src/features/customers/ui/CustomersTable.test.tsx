import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { onDesktop } from '../../../testing/onDesktop';
import { renderRoute } from '../../../testing/renderRoute';
import { customersService, wireCustomerOf } from '../msw';

const hasan = wireCustomerOf('a', { f2: 'حسن' });
const maryam = wireCustomerOf('b', { f2: 'مریم', f7: null, f16: 1 });

async function openTable(query = '') {
  onDesktop();
  const service = customersService([hasan, maryam]);
  const page = renderRoute(`/seller-customers${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers],
  });
  const table = await screen.findByRole('table', { name: 'مشتریان' });
  return { ...page, service, table };
}

const rows = () => screen.getAllByRole('row').slice(1);

it('says all that is known of a customer in a row, which leads to the orders', async () => {
  const { table } = await openTable();
  expect(table).toHaveAttribute('aria-rowcount', '3');
  const [first, second] = rows();
  if (!first || !second) throw new Error('two rows');
  expect(first).toHaveAttribute('aria-rowindex', '2');
  expect(within(first).getAllByRole('cell')).toHaveLength(screen.getAllByRole('columnheader').length);
  for (const text of ['سفارش دارد', 'برادران', 'سوپرمارکت', 'قم', 'خیابان یک'])
    expect(within(first).getByText(text)).toBeVisible();
  expect(within(first).getByText('۱۴۰۵/۰۸/۳۰')).toBeVisible();
  const links = within(first).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/joz-sefaresh/a',
    'tel:09120000011',
    '/sefaresh-jadid/a',
    'https://wa.me/989120000011',
    expect.stringContaining('https://www.google.com/maps/search/'),
  ]);
  expect(within(second).getByText('هنوز سفارشی نیست')).toBeVisible();
});

it('is turned around by the heading of the last order, in the address too', async () => {
  const { user, router, service } = await openTable();
  const heading = screen.getByRole('columnheader', { name: 'آخرین سفارش' });
  expect(heading).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(heading).getByRole('button'));
  await waitFor(() => expect(service.asked.at(-1)?.get('sort')).toBe('silent'));
  expect(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(router.state.location.search).toBe('?sort=silent');
  await waitFor(() => expect(rows()[0]).toHaveTextContent('مریم'));
  await user.click(within(heading).getByRole('button'));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('حسن'));
  expect(router.state.location.search).toBe('');
});

it('is walked by the arrows, and Enter opens', async () => {
  const { user, at } = await openTable('?take=1');
  const first = screen.getByRole('link', { name: 'حسن' });
  act(() => first.focus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'مریم' })).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(first).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'مریم' })).toHaveAttribute('href', '/sefaresh-jadid/b');
  expect(at()).toBe('/seller-customers');
});
