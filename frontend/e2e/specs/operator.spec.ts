import type { APIRequestContext, Page } from '@playwright/test';
import { expect, operator, sellers, test } from '../fixtures';
import { isKept } from '../models/placedOrder';

interface Lists {
  readonly users: readonly { readonly _id: string; readonly f2: string; readonly f3: string }[];
  readonly OrdersList: readonly {
    readonly id: string;
    readonly Code: string;
    readonly status: number;
    readonly sellerTitle: string;
  }[];
}

/** What tells an order's card: other sellers may have given the same code, and have a customer of the same name. */
interface Found {
  readonly code: string;
  readonly customer: string;
  readonly seller: string;
}

/** An open order, as its seller sees it, beside the browser; each project has a customer of its own. */
async function openOrder(seller: APIRequestContext): Promise<Found> {
  expect((await seller.post('/auth/login-app2', { data: sellers.special })).status()).toBe(200);
  const read = async (path: string): Promise<Lists> => (await (await seller.get(path)).json()) as Lists;
  const { users: all } = await read('/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0');
  const users = all.filter((user) => !isKept(user)).sort((one, other) => one.f3.localeCompare(other.f3));
  const customer = users.at(test.info().project.name === 'phone' ? 0 : -1);
  const { OrdersList } = await read(`/market/fetch-order-list-app2/${customer?._id ?? ''}?filterDate=0`);
  const order = OrdersList.find(({ status }) => status === 0);
  if (!customer || !order) throw new Error('the demo has open orders');
  await seller.post('/auth/logout-app2');
  return { code: order.Code, customer: customer.f2, seller: order.sellerTitle };
}

const showOrder = (page: Page, { customer, seller }: Found) =>
  page
    .getByRole('article')
    .filter({ hasText: customer })
    .filter({ has: page.getByRole('heading', { name: seller, exact: true }) })
    .getByRole('button', { name: 'نمایش سفارش' })
    .click();

async function logInAsOperator(page: Page): Promise<void> {
  await page.goto('/log-in');
  await page.getByLabel('شماره تلفن همراه').fill(operator.cellphone);
  await page.getByLabel('رمز عبور', { exact: true }).fill(operator.password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect(page).toHaveURL(/\/find-order$/);
}

test('an operator finds an order, changes a price and opens its invoice @both', async ({
  page,
  request,
  accessible,
}) => {
  const found = await openOrder(request);
  const { code } = found;
  await logInAsOperator(page);

  // As it is heard: no dashes, no zeros.
  const [year = '', month = '', counter = ''] = code.split('-');
  await page.getByLabel('کد سفارش').fill(`${year} ${Number(month)} ${Number(counter)}`);
  await page.getByRole('button', { name: 'یافتن سفارش' }).click();
  await expect(page).toHaveURL(new RegExp(`code=${code}$`));
  await showOrder(page, found);
  const dialog = page.getByRole('dialog', { name: 'سفارش' });
  await expect(dialog.getByRole('heading', { name: 'محصولات' })).toBeVisible();

  await dialog.getByRole('button', { name: 'ویرایش قیمت و توضیحات' }).click();
  await accessible();
  const price = dialog.getByRole('textbox', { name: /^قیمت واحد/ }).first();
  const amount = 100_000 + (Date.now() % 900_000);
  await price.fill(String(amount));
  const written = page.waitForResponse(/order-update-cp\//);
  await dialog.getByRole('button', { name: 'ثبت تغییرات' }).click();
  expect((await written).status()).toBe(200);
  await expect(page.getByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'ثبت تغییرات' })).toBeHidden();

  await dialog.getByRole('button', { name: 'عملیات سفارش' }).click();
  await page.getByRole('menuitem', { name: 'تاریخچه' }).click();
  const history = page.getByRole('dialog', { name: 'تاریخچه سفارش' });
  await expect(history.getByText('قیمت‌ها تغییر کرد').first()).toBeVisible();
  await page.goBack();
  await expect(history).toBeHidden();
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'عملیات سفارش' }).click();
  await page.getByRole('menuitem', { name: 'چاپ' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'نمایش فاکتور' }).click();
  await expect(page).toHaveURL(/[?&]invoice=/);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('an operator has one page, and leaves by its own button', async ({ page, allowed }) => {
  await logInAsOperator(page);
  // The page of a seller is asked for before it is known who asks.
  allowed.push(/403 \(Forbidden\).*customer-list-app2/);
  await page.goto('/seller-customers');
  await expect(page).toHaveURL(/\/find-order$/);
  await expect(page.getByRole('link', { name: 'مشتریان' })).toHaveCount(0);
  await page.getByRole('button', { name: 'خروج از حساب' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'خروج', exact: true }).click();
  await expect(page).toHaveURL(/\/log-in$/);
});

test('a seller is led home from the desk', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/find-order');
  await expect(page).toHaveURL(/\/home$/);
});
