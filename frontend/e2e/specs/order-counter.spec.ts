import type { Locator, Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, test } from '../fixtures';
import { items, wayOf } from '../models/list';
import { saveButton, state } from '../models/orderPage';
import { ordersOf, place, register, scene, typeOf } from '../models/tradingSeller';

const rows = (page: Page) => page.getByRole('main').getByRole('article').getByRole('listitem');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'ذخیره سفارش' });
const confirm = (page: Page) => question(page).getByRole('button', { name: 'ذخیره', exact: true });

/** How many rows stand between the header and the bar at the bottom, whole. */
async function whole(page: Page): Promise<number> {
  const bar = await page.getByRole('region', { name: 'مبلغ کل سفارش' }).boundingBox();
  const boxes = await Promise.all((await rows(page).all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box !== null && box.y >= 56 && box.y + box.height <= (bar?.y ?? 0)).length;
}

async function quantities(page: Page, orderId: string): Promise<readonly number[]> {
  const read = await page.request.get(`/market/fetch-order-joz-app2/${orderId}`);
  const { joz } = (await read.json()) as { joz: { products: { options: { quantity: number }[] }[] } };
  return joz.products.flatMap(({ options }) => options.map(({ quantity }) => quantity));
}

test('five lines and more are seen on a phone with whose they are, their stock and what they come to', async ({
  page,
  logInAnew,
}, info) => {
  const { customer, products } = await scene(page, logInAnew, info);
  const orderId = await place(page, customer, products.slice(0, 10), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/market/')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(paths.order.href(customer, orderId));
  await expect(rows(page)).toHaveCount(10);
  const head = page.getByRole('region', { name: 'مشتری و زمان‌های سفارش' });
  await expect(head).toContainText('مشتری T۱ · سوپر T۱');
  await expect(head).toContainText(/ثبت: ۱۴/);
  await expect(head.getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', /^tel:0900000/);
  await expect(rows(page).getByText(/^(موجودی |ناموجود)/)).toHaveCount(10);
  // One read of the order has all of it.
  expect(asked.filter((path) => /Mojoody|joz/.test(path))).toEqual([`/market/fetch-order-joz-app2/${orderId}`]);
  await expect(saveButton(page)).toBeInViewport();
  expect(await whole(page)).toBeGreaterThanOrEqual(5);
});

test('one more of the newest order and its save are six taps from home @both', async ({ page, logInAnew }, info) => {
  const { customer, products } = await scene(page, logInAnew, info);
  const orderId = await place(page, customer, products.slice(0, 2), 1);
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await what.click();
  };
  await page.goto(paths.home.href());
  await tap(page.getByRole('link', { name: 'مشتریان' }).first());
  await tap(wayOf(items(page).first()));
  await expect(page.getByRole('heading', { name: 'سفارش‌های مشتری' })).toBeVisible();
  await tap(wayOf(items(page).first()));
  await tap(page.getByRole('button', { name: /^افزایش/ }).first());
  await tap(saveButton(page));
  await tap(confirm(page));
  await expect(state(page, 'ثبت شده')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(6);
  expect(await quantities(page, orderId)).toEqual([2, 1]);
  expect((await ordersOf(page, customer)).find(({ id }) => id === orderId)?.status).toBe(1);
});

test('what has gone meanwhile is said before the order is saved, and can be put right there @both', async ({
  page,
  logInAnew,
}, info) => {
  const { customer, products } = await scene(page, logInAnew, info);
  const [first, second] = products;
  if (!first || !second) throw new Error('the store has goods');
  const orderId = await place(page, customer, [first, second], 5);
  await page.goto(paths.order.href(customer, orderId));
  await expect(rows(page).first()).toContainText(/موجودی/);
  // Another order takes all but two of the first, and all of the second.
  const left = async (typeId: string) => {
    const stock = await page.request.get(`/market/getMojoody-app2/${typeId}`);
    return ((await stock.json()) as { product: { mojoody: number }[] }).product[0]?.mojoody ?? 0;
  };
  for (const [product, rest] of [
    [first, 2],
    [second, 0],
  ] as const) {
    await register(page, await place(page, customer, [product], (await left(typeOf(product))) - rest));
  }
  await saveButton(page).click();
  const short = question(page).getByRole('alert');
  await expect(short).toContainText('سفارش ۵، موجودی ۲');
  await expect(short).toContainText('سفارش ۵، موجودی ۰');
  await expect(confirm(page)).toHaveAccessibleDescription('ابتدا اقلامی را که موجودی ندارند اصلاح کنید.');
  // By the keyboard, which stays in the question when the buttons of the line go.
  await short.getByRole('button', { name: /به اندازه موجودی \(۲\)$/ }).press('Enter');
  await expect(short.getByText('سفارش ۵، موجودی ۲')).toBeHidden();
  await expect(question(page).locator(':focus')).toHaveCount(1);
  await short.getByRole('button', { name: /حذف این قلم$/ }).click();
  await expect(short).toBeHidden();
  await confirm(page).click();
  await expect(state(page, 'ثبت شده')).toBeVisible();
  expect(await quantities(page, orderId)).toEqual([2]);
  expect(await left(typeOf(first))).toBe(0);
});
