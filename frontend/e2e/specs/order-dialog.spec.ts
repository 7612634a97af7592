import type { Page } from '@playwright/test';
import { expect, sellers, test } from '../fixtures';
import { items } from '../models/list';
import { isKept, placeOrder } from '../models/placedOrder';

interface Lists {
  readonly users: readonly { readonly _id: string; readonly f3: string }[];
  readonly OrdersList: readonly { readonly id: string; readonly Code: string; readonly status: number }[];
}

const read = async (page: Page, path: string): Promise<Lists> => (await (await page.request.get(path)).json()) as Lists;

/** A customer with an open order, which is looked at only; each project takes another one. */
async function spareOrder(page: Page): Promise<{ customerId: string; code: string }> {
  const { users: all } = await read(page, '/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0');
  const users = all.filter((user) => !isKept(user));
  const phone = test.info().project.name === 'phone';
  for (const { _id: customerId } of phone ? users : users.toReversed()) {
    const { OrdersList } = await read(page, `/market/fetch-order-list-app2/${customerId}?filterDate=0`);
    const open = OrdersList.find(({ status }) => status === 0);
    if (open) return { customerId, code: open.Code };
  }
  throw new Error('the demo has no open order left');
}

const persian = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));

test('a seller opens an order from the list, cancels and deletes it @both', async ({ page, logIn }, info) => {
  await logIn(sellers.exclusive);
  const { code, mobile } = await placeOrder('exclusive', info, 1);
  const { users } = await read(page, '/user/customer-list-app2?page=1&limit=100');
  const customerId = users.find(({ f3 }) => f3 === mobile)?._id ?? '';
  await page.goto(`/joz-sefaresh/${customerId}`);
  const card = items(page).filter({ hasText: persian(code) });
  await card.getByRole('button', { name: /^عملیات سفارش/ }).click();
  await page.getByRole('menuitem', { name: 'نمایش سریع' }).click();
  const dialog = page.getByRole('dialog', { name: 'سفارش' });
  await expect(dialog.getByText(persian(code))).toBeVisible();

  // Back closes it, and the page below stays as it was.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${customerId}$`));
  await card.getByRole('button', { name: /^عملیات سفارش/ }).click();
  await page.getByRole('menuitem', { name: 'نمایش سریع' }).click();

  const decide = async (item: string): Promise<void> => {
    await dialog.getByRole('button', { name: 'عملیات سفارش' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('alertdialog', { name: item }).getByRole('button', { name: item }).click();
  };
  await decide('لغو سفارش');
  await expect(dialog.getByText('لغو شده')).toBeVisible();
  await decide('حذف سفارش');
  await expect(page.getByText('حذف با موفقیت انجام شد.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card).toHaveCount(0);
});

test('unsent changes are asked about, and a seller meets the live stock', async ({ page, logIn }) => {
  await logIn(sellers.special);
  const { customerId, code } = await spareOrder(page);
  await page.goto(`/joz-sefaresh/${customerId}`);
  const card = items(page).filter({ hasText: persian(code) });
  await card.getByRole('button', { name: /^عملیات سفارش/ }).click();
  await page.getByRole('menuitem', { name: 'نمایش سریع' }).click();
  const dialog = page.getByRole('dialog', { name: 'سفارش' });
  await dialog.getByRole('button', { name: 'ویرایش ردیف‌ها' }).click();
  const stock = page.waitForResponse(/getMojoody-app2/);
  await dialog
    .getByRole('button', { name: /^افزایش / })
    .first()
    .click();
  expect((await stock).status()).toBe(200);
  await expect(dialog.getByText('۱ تغییر ثبت‌نشده')).toBeVisible();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'تغییر ثبت‌نشده' });
  await question.getByRole('button', { name: 'ماندن' }).click();
  await expect(dialog.getByText('۱ تغییر ثبت‌نشده')).toBeVisible();
  await dialog.getByRole('button', { name: 'بستن' }).click();
  await question.getByRole('button', { name: 'بستن بدون ثبت' }).click();
  await expect(dialog).toBeHidden();
});
