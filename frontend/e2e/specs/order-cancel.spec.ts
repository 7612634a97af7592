import type { Page } from '@playwright/test';
import { formatNumber } from '../../src/shared/lib/format';
import { expect, sellers, test } from '../fixtures';
import { items } from '../models/list';
import { decide, firstButton, state } from '../models/orderPage';
import { placeOrder } from '../models/placedOrder';

const QUANTITY = 2;

async function read<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as T;
}

interface Customers {
  readonly users: readonly { readonly _id: string; readonly f2: string; readonly f3: string }[];
}
interface Order {
  readonly joz: { readonly products: readonly { readonly options: readonly { readonly typeId: string }[] }[] };
}

/** What can still be sold. */
async function stockOf(page: Page, typeId: string): Promise<number> {
  const { product } = await read<{ product: readonly { mojoody: number }[] }>(
    page,
    `/market/getMojoody-app2/${typeId}`,
  );
  return product[0]?.mojoody ?? Number.NaN;
}

/** What the customer has bought, by the report. */
async function soldTo(page: Page, name: string): Promise<{ orders: number; amount: number }> {
  const path = '/report/dashboard-customers-nums-app2/1';
  const { counts } = await read<{
    counts: readonly { customerName: string; totalOrders: number; totalAmount: number }[];
  }>(page, path);
  const row = counts.find(({ customerName }) => customerName === name);
  return { orders: row?.totalOrders ?? 0, amount: row?.totalAmount ?? 0 };
}

const localDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));

test('a registered order that is cancelled is closed, gives its goods back and leaves the reports', async ({
  page,
  logIn,
}, info) => {
  await logIn(sellers.special);
  const { code, orderId, mobile } = await placeOrder('special', info, QUANTITY);
  const { users } = await read<Customers>(page, '/user/customer-list-app2?page=1&limit=100');
  const customer = users.find(({ f3 }) => f3 === mobile);
  if (!customer) throw new Error('the demo has this customer');
  const before = await soldTo(page, customer.f2);
  const { joz } = await read<Order>(page, `/market/fetch-order-joz-app2/${orderId}`);
  const typeId = joz.products[0]?.options[0]?.typeId ?? '';
  const saved = await page.request.post(`/market/order-save-app2/${orderId}`);
  expect(saved.status(), await saved.text()).toBe(200);
  // The reports follow the orders within moments.
  await expect.poll(() => soldTo(page, customer.f2)).toMatchObject({ orders: before.orders + 1 });
  expect((await soldTo(page, customer.f2)).amount).toBeGreaterThan(before.amount);
  const reserved = await stockOf(page, typeId);

  await page.goto(`/sefaresh-moshtari/${customer._id}/${orderId}`);
  await expect(state(page, 'ثبت شده')).toBeVisible();
  await decide(page, 'لغو سفارش', 'انصراف');
  await expect(state(page, 'ثبت شده')).toBeVisible();
  expect(await stockOf(page, typeId)).toBe(reserved);

  await decide(page, 'لغو سفارش', 'لغو سفارش', 'لغو با موفقیت انجام شد.');
  await expect(state(page, 'لغو شده')).toBeVisible();
  expect(await stockOf(page, typeId)).toBe(reserved + QUANTITY);

  // Final, also after a reload: nothing on it can be changed, and the menu only shows.
  await page.reload();
  await expect(state(page, 'لغو شده')).toBeVisible();
  await expect(firstButton(page, 'افزایش')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^حذف / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'ویرایش توضیحات' })).toHaveCount(0);
  await page.getByRole('button', { name: 'عملیات سفارش' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['چاپ سفارش', 'تاریخچه سفارش']);
  await page.keyboard.press('Escape');

  await page.goto(`/joz-sefaresh/${customer._id}`);
  const card = items(page).filter({ hasText: localDigits(code) });
  await expect(card.getByText('لغو شده', { exact: true })).toBeVisible();

  await expect.poll(() => soldTo(page, customer.f2)).toEqual(before);
  await page.goto('/report-customers');
  // Of a long report only what is near the screen is drawn.
  await page.getByRole('button', { name: 'جستجو در گزارش' }).click();
  await page.getByRole('searchbox', { name: 'جستجو در گزارش' }).fill(customer.f2);
  const row = page.getByRole('article').filter({ hasText: customer.f2 });
  await expect(row).toContainText(`${formatNumber(before.amount)}\u00a0تومان`);
});
