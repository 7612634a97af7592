import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stockIs } from '../../entities/product/msw';
import { sellerOfType } from '../../entities/seller/msw';
import { sessionIs } from '../../entities/session/msw';
import { customersService, wireCustomerOf } from '../../features/customers/msw';
import { orderListService, wireOrderRowOf } from '../../features/order-lists/msw';
import { choose } from '../../features/orders/fixtures/orderPage';
import { orderService } from '../../features/orders/msw';
import { nextFrame } from '../../testing/nextFrame';
import { onDesktop } from '../../testing/onDesktop';
import { renderRoute } from '../../testing/renderRoute';
import '../../features/customers/ui/CustomersPane';
import './OrderBeside';

const three = [
  wireCustomerOf('c1', { f2: 'رضایی' }),
  wireCustomerOf('c2', { f2: 'کریمی', f16: 1, f7: null }),
  wireCustomerOf('c3', { f2: 'نادری' }),
];
const orders = [wireOrderRowOf('o1', 0, { Code: '100042' }), wireOrderRowOf('o2', 1, { Code: '100041' })];

function visit(
  url: string,
  prepare: (services: { customers: ReturnType<typeof customersService> }) => void = () => undefined,
) {
  onDesktop();
  const customers = customersService(three);
  prepare({ customers });
  const list = orderListService(orders);
  const order = orderService();
  const services = [...customers.handlers, ...list.handlers, ...order.handlers];
  const page = renderRoute(url, { handlers: [sessionIs('valid'), sellerOfType(1), stockIs(), ...services] });
  return { ...page, customers, list, order };
}

const pane = (name: string) => screen.findByRole('navigation', { name });
const customersPane = () => pane('مشتریان');
const ordersPane = () => pane('سفارش‌های مشتری');
const wayTo = async (inPane: HTMLElement, name: RegExp) => within(inPane).findByRole('link', { name });
const opened = (inPane: HTMLElement) =>
  within(inPane)
    .getAllByRole('link')
    .filter((link) => link.ariaCurrent === 'page')
    .map((link) => link.getAttribute('href'));

describe('beside the orders of a customer', () => {
  it('stands the list that was left, without another call, and leads to the next customer', async () => {
    const { user, router, customers, list } = visit('/seller-customers?sort=silent');
    const table = await screen.findByRole('table', { name: 'مشتریان' });
    expect(screen.queryByRole('navigation', { name: 'مشتریان' })).not.toBeInTheDocument();
    await user.click(within(table).getByRole('link', { name: 'کریمی' }));
    const beside = await customersPane();
    const titles = async () => {
      await wayTo(beside, /رضایی/);
      return within(beside)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    };
    expect(await titles()).toEqual([
      expect.stringMatching(/^نادری/),
      expect.stringMatching(/^کریمی.*هنوز سفارشی نیست$/),
      expect.stringMatching(/^رضاییسفارش دارد/),
    ]);
    expect(opened(beside)).toEqual(['/joz-sefaresh/c2']);
    expect(within(beside).getByText('همه مشتریان · خاموش‌ترین')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'سفارش‌های مشتری' })).toHaveFocus();

    (await wayTo(beside, /کریمی/)).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(opened(beside)).toEqual(['/joz-sefaresh/c1']));
    expect(within(beside).getByRole('status')).toHaveTextContent('رضایی باز شد');
    await screen.findByRole('table', { name: 'سفارش‌های مشتری' });
    expect(await wayTo(beside, /رضایی/)).toHaveFocus();
    expect(list.asked.map(({ pathname }) => pathname.split('/').at(-1))).toEqual(['c2', 'c1']);
    expect(customers.asked).toHaveLength(1);

    await router.navigate(-1);
    await waitFor(() => expect(opened(beside)).toEqual(['/joz-sefaresh/c2']));
    await router.navigate(-1);
    await screen.findByRole('table', { name: 'مشتریان' });
    expect(screen.queryByRole('navigation', { name: 'مشتریان' })).not.toBeInTheDocument();
  });

  it('is one stop of Tab, from which Home and End lead to its ends', async () => {
    const { user } = visit('/joz-sefaresh/c2');
    const beside = await customersPane();
    const last = await wayTo(beside, /نادری/);
    const stops = () =>
      within(beside)
        .getAllByRole('link')
        .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([await wayTo(beside, /کریمی/)]);
    stops()[0]?.focus();
    await user.keyboard('{End}');
    expect(last).toHaveFocus();
    expect(stops()).toEqual([last]);
    await user.tab();
    expect(beside).not.toContainElement(document.activeElement as HTMLElement);
  });

  it('says when it could not be read, while the page beside it stands, and reads again', async () => {
    const { user } = visit('/joz-sefaresh/c2', ({ customers }) => customers.refuseNext(500));
    const beside = await customersPane();
    expect(await within(beside).findByRole('alert')).toBeVisible();
    expect(await screen.findByRole('table', { name: 'سفارش‌های مشتری' })).toBeVisible();
    await user.click(within(beside).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await wayTo(beside, /کریمی/)).toHaveAttribute('aria-current', 'page');
  });
});

describe('beside an order', () => {
  it('stand the orders of its customer as they were sorted, and what the page makes of the open one', async () => {
    const { user, list } = visit('/joz-sefaresh/c1?status=open&sort=oldest');
    const table = await screen.findByRole('table', { name: 'سفارش‌های مشتری' });
    await user.click(within(table).getByRole('link', { name: '۱۰۰۰۴۲' }));
    const beside = await ordersPane();
    const row = await wayTo(beside, /۱۰۰۰۴۲/);
    expect(within(beside).getAllByRole('link')).toEqual([row]);
    expect(row).toHaveAttribute('aria-current', 'page');
    await screen.findByRole('heading', { name: 'خلاصه سفارش' });
    expect(row).toHaveTextContent('باز');
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    await waitFor(() => expect(row).toHaveTextContent('ثبت شده'));
    await nextFrame();
    expect(list.asked).toHaveLength(1);
  });
});
