import type { Page } from '@playwright/test';
import { onlyDigits } from '../../src/shared/lib/digits';
import { expect, test } from '../fixtures';
import { choose, step, total } from '../models/orderPage';

interface Customer {
  readonly _id: string;
  readonly f2: string;
}
interface ListedOrder {
  readonly id: string;
  readonly Code: string;
  readonly status: number;
}
interface Figures {
  readonly totalOrders: number;
  readonly totalAmount: number;
}

const read = async <T>(page: Page, path: string): Promise<T> => {
  const response = await page.request.get(path);
  expect(response.status()).toBe(200);
  return (await response.json()) as T;
};

const dashboard = async (page: Page): Promise<Figures> =>
  (await read<{ counts: Figures }>(page, '/report/dashboard-nums-app2')).counts;

/** Today's sales of one product, all its types. */
async function soldToday(page: Page, product: string): Promise<number> {
  const path = '/report/dashboard-basket-product-type-nums-app2/2';
  const { counts } = await read<{ counts: readonly (Figures & { productName: string })[] }>(page, path);
  return counts.filter((row) => row.productName === product).reduce((sum, row) => sum + row.totalAmount, 0);
}

/** An open order that has not been registered before, of a customer that no other test works on. */
async function freshOrder(page: Page): Promise<{ customer: Customer; order: ListedOrder }> {
  const { users } = await read<{ users: readonly Customer[] }>(page, '/user/customer-list-app2?limit=100&status=0');
  // Other tests take customers from the end of the list.
  const customer = users[test.info().project.name === 'phone' ? 0 : 1];
  if (!customer) throw new Error('the demo has customers with open orders');
  const { OrdersList } = await read<{ OrdersList: readonly ListedOrder[] }>(
    page,
    `/market/fetch-order-list-app2/${customer._id}?filterDate=0`,
  );
  const order = OrdersList.find(({ status }) => status === 0);
  if (!order) throw new Error('a customer that has an open order shows it');
  return { customer, order };
}

/** A number as the page writes it. */
const readDigits = (text: string): number => Number(onlyDigits(text));

test("a seller's working day: from the log-in to the reports", async ({ page, logInByForm }) => {
  await logInByForm();
  await expect(page).toHaveURL(/\/home$/);
  const { customer, order } = await freshOrder(page);
  const before = await dashboard(page);

  await page
    .getByRole('main')
    .getByRole('link', { name: /^مشتریان/ })
    .click();
  await expect(page.getByRole('heading', { name: 'مشتریان' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'جستجو بر اساس نام مشتری' }).fill(customer.f2);
  await page.getByRole('link', { name: customer.f2, exact: true }).click();

  await expect(page.getByRole('heading', { name: 'سفارش‌های مشتری' })).toBeVisible();
  await page
    .getByRole('article')
    .filter({ hasText: order.Code.replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit))) })
    .getByRole('link', { name: 'جزئیات' })
    .click();

  await expect(page).toHaveURL(new RegExp(`/sefaresh-moshtari/${customer._id}/${order.id}$`));
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
  const product = await page.getByRole('article').first().getByRole('heading').first().innerText();
  const soldBefore = await soldToday(page, product);
  const shown = await total(page).innerText();
  await step(page, 'افزایش');
  await expect(total(page)).not.toHaveText(shown);

  await choose(page, 'ذخیره سفارش');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ذخیره', exact: true }).click();
  await expect(page.getByText('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
  await expect(page.getByText('ثبت شده')).toBeVisible();

  // The reports hear of it through the bus: seconds, not minutes.
  await expect.poll(() => dashboard(page).then((now) => now.totalOrders)).toBeGreaterThan(before.totalOrders);
  await expect.poll(() => soldToday(page, product)).toBeGreaterThan(soldBefore);
  await page.goto('/dashboard');
  const baskets = page.locator('dt', { hasText: 'فروش به سبد' }).locator('xpath=following-sibling::dd');
  await expect.poll(async () => readDigits(await baskets.innerText())).toBeGreaterThan(before.totalOrders);

  await page.getByRole('link', { name: 'گزارش محصولات' }).click();
  await page.getByText('امروز', { exact: true }).click();
  await expect(page.getByRole('main').getByText(product).first()).toBeVisible();
});

test("another seller's order is not there", async ({ page, logIn }) => {
  await logIn();
  const { customer, order } = await freshOrder(page);
  await page.request.post('/auth/login-app2', { data: { cellphone: '09120000002', password: 'pishkhan-demo-2' } });
  for (const path of [
    `/market/fetch-order-joz-app2/${order.id}`,
    `/market/fetch-order-list-app2/${customer._id}?filterDate=0`,
  ]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.json()).toEqual({ message: 'موردی یافت نشد.' });
  }
});
