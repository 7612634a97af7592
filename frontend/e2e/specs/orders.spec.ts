import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, test } from '../fixtures';
import { items, scrollToEnd, wayOf, whole } from '../models/list';
import { ids, settled } from '../models/screen';
import { place, scene } from '../models/tradingSeller';

const MORE_THAN_A_PAGE = 18;

interface OrderList {
  readonly OrdersList: readonly { id: string; customerId: string; customerName: string; customerTeritory: string }[];
  readonly totals?: { readonly all: number | null; readonly open: number };
}

async function orders(page: Page, query = ''): Promise<OrderList> {
  const response = await page.request.get(`/market/orders-app2?page=1&limit=100${query}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as OrderList;
}

const hrefOf = ({ customerId, id }: OrderList['OrdersList'][number]) => paths.order.href(customerId, id);
const shown = (page: Page): Promise<string[]> =>
  items(page)
    .locator('a[href*="/sefaresh-moshtari/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));

/** The list stands as the server has it. */
async function shows(page: Page, query: string): Promise<OrderList> {
  let list: OrderList | undefined;
  await expect(async () => {
    list = await orders(page, query);
    const wanted = list.OrdersList.slice(0, 4).map(hrefOf);
    expect((await shown(page)).slice(0, wanted.length)).toEqual(wanted);
  }).toPass();
  if (!list) throw new Error('it was asked for');
  return list;
}

const status = (page: Page, name: string) =>
  page.getByRole('group', { name: 'وضعیت سفارش‌ها' }).getByRole('button', { name: new RegExp(`${name}$`) });

test('whose order it is, five at once on a phone, and one call for all of it @both', async ({ page, logIn }, {
  project,
}) => {
  await logIn();
  const asked: string[] = [];
  await page.goto(paths.home.href());
  await settled(page);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => {
    if (request.url().includes('-app2')) asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole('main').getByRole('link', { name: 'سفارش‌ها', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'سفارش‌ها', level: 1 })).toBeVisible();
  const { OrdersList: list } = await shows(page, '');
  for (const [at, { customerName }] of list.slice(0, 4).entries())
    await expect(items(page).nth(at)).toContainText(customerName);
  expect(await whole(page)).toBeGreaterThanOrEqual(project.name === 'phone' ? 5 : 8);
  // Whether the session is alive, and as much of the list as the screen takes.
  expect(new Set(asked)).toEqual(new Set(['/user/validate-token-app2', '/market/orders-app2']));
});

test('the open orders are one press away, all of them, and Back from one brings them as they were left @both', async ({
  page,
  logInAnew,
}, info) => {
  test.slow();
  const { customer, products } = await scene(page, logInAnew, info);
  for (let count = 0; count < MORE_THAN_A_PAGE; count += 1) await place(page, customer, products.slice(0, 2), 1);
  await page.goto(paths.orders.href());
  await status(page, 'باز').click();
  await expect(page).toHaveURL(/\?status=open$/);
  const { OrdersList: list, totals } = await shows(page, '&status=0');
  expect(totals).toMatchObject({ all: MORE_THAN_A_PAGE + 1, open: MORE_THAN_A_PAGE });
  await wayOf(items(page).nth(2)).click();
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  await page.goBack();
  await expect(status(page, 'باز')).toHaveAttribute('aria-pressed', 'true');
  await shows(page, '&status=0');
  const seen = await scrollToEnd(page);
  expect([...seen].toSorted(([one], [other]) => one - other).map(([, path]) => path)).toEqual(list.map(hrefOf));
});

test('an order that is cancelled above the list stands among the open ones no more', async ({
  page,
  logInAnew,
}, info) => {
  const { customer, products } = await scene(page, logInAnew, info);
  await place(page, customer, products.slice(0, 2), 1);
  await page.goto(`${paths.orders.href()}?status=open`);
  await expect(items(page)).toHaveCount(1);
  await items(page)
    .getByRole('button', { name: /^عملیات سفارش/ })
    .click();
  await page.getByRole('menuitem', { name: 'نمایش سریع' }).click();
  const dialog = page.getByRole('dialog', { name: 'سفارش' });
  await dialog.getByRole('button', { name: 'عملیات سفارش' }).click();
  await page.getByRole('menuitem', { name: 'لغو سفارش' }).click();
  await page.getByRole('alertdialog', { name: 'لغو سفارش' }).getByRole('button', { name: 'لغو سفارش' }).click();
  await expect(dialog.getByText('لغو شده')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('سفارشی با این مشخصات یافت نشد')).toBeVisible();
  await expect(status(page, 'لغو شده')).toContainText('۱');
});

test('orders of an area and of a product are asked for, and taken back one by one', async ({ page, logIn }) => {
  await logIn();
  await page.goto(paths.orders.href());
  await page.getByRole('button', { name: 'فیلتر سفارش‌ها' }).click();
  const sheet = page.getByRole('dialog', { name: 'فیلتر سفارش‌ها' });
  const areas = sheet.getByRole('region', { name: 'منطقه' });
  await areas.getByRole('button').nth(1).click();
  const area = new URL(page.url()).searchParams.get('area') ?? '';
  expect(area).not.toBe('');
  await sheet.getByRole('searchbox').fill('آب معدنی');
  await sheet.getByRole('button', { name: 'آب معدنی' }).click();
  await expect(page).toHaveURL(/product=/);
  const product = new URL(page.url()).searchParams.get('product') ?? '';
  await sheet.getByRole('button', { name: 'نمایش سفارش‌ها' }).click();
  await expect(sheet).toBeHidden();
  const of = `&region=${encodeURIComponent(area)}`;
  const both = await shows(page, `${of}&productId=${product}`);
  expect(new Set(both.OrdersList.map((order) => order.customerTeritory))).toEqual(new Set([area]));
  expect(both.totals).toBeUndefined();
  await page.getByRole('button', { name: 'حذف فیلتر محصول: آب معدنی' }).click();
  const more = await shows(page, of);
  expect(more.OrdersList.length).toBeGreaterThan(both.OrdersList.length);
  await page.getByRole('button', { name: /^حذف فیلتر منطقه/ }).click();
  await shows(page, '');
});

test('a product leads to the orders that hold it', async ({ page, logIn }) => {
  await logIn();
  const { product } = await ids(page);
  await page.goto(paths.product.href(product));
  await page.getByRole('link', { name: 'سفارش‌های این محصول' }).click();
  await expect(page).toHaveURL(`${paths.orders.href()}?product=${product}`);
  await shows(page, `&productId=${product}`);
  await expect(page.getByRole('button', { name: /^حذف فیلتر محصول/ })).toBeVisible();
});
