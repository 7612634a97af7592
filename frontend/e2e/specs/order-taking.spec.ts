import type { Locator, Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, test } from '../fixtures';
import { items, wayOf } from '../models/list';
import { decide, saveButton } from '../models/orderPage';
import { makeSeller } from '../models/ownSeller';
import { headers, ordersOf, scene, typeOf } from '../models/tradingSeller';

/** One of which nothing is left. */
const OUT_OF_STOCK = { title: 'قهوه فوری ۳ در ۱', type: '۵۰ ساشه' };

const addButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^افزودن/ });
const quantity = (page: Page) => page.getByRole('textbox', { name: /^تعداد/ }).first();
const search = (page: Page) => page.getByRole('searchbox', { name: 'جستجوی محصول' });

/** On phones the order is looked through in a sheet; where there is room it stands beside the goods. */
async function review(page: Page, tap: (what: Locator) => Promise<void>): Promise<Locator> {
  const button = page.getByRole('button', { name: 'مرور سفارش' });
  if (await button.isVisible()) await tap(button);
  return page.getByRole('button', { name: 'ثبت سفارش', exact: true });
}

test('ten lines, five of them searched for, from home to the saved order in 30 taps and a minute @both', async ({
  page,
  logInAnew,
}, info) => {
  test.slow();
  const { customer, products } = await scene(page, logInAnew, info);
  let taps = 0;
  let keys = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await what.click();
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    keys += Array.from(text).length;
    await field.fill(text);
  };
  await page.goto(paths.home.href());
  await tap(page.getByRole('link', { name: 'سفارش تازه' }));
  await tap(wayOf(items(page).first()));
  for (let left = 5; left > 0; left -= 1) {
    await expect(addButtons(page)).toHaveCount(left);
    await tap(addButtons(page).first());
  }
  for (const { title } of products.slice(5, 10)) {
    await tap(search(page));
    await type(search(page), title);
    const found = page.getByRole('article', { name: title });
    await tap(found.getByRole('button', { name: /^افزودن/ }).first());
  }
  await tap(await review(page, tap));
  await expect(page).toHaveURL(new RegExp(paths.order.href(customer, '')));
  await expect(page.getByText('سفارش ثبت شد.')).toBeVisible();
  const [latest] = await ordersOf(page, customer);
  expect(latest?.status).toBe(1);
  const order = await page.request.get(`/market/fetch-order-joz-app2/${latest?.id}`);
  const { joz } = (await order.json()) as { joz: { products: { options: { quantity: number }[] }[] } };
  const quantities = joz.products.flatMap(({ options }) => options.map(({ quantity }) => quantity));
  expect(quantities.toSorted()).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  info.annotations.push({ type: 'taps', description: `${taps} taps, ${keys} keys` });
  expect(taps).toBeLessThanOrEqual(30);
  // At 300 ms a tap or key.
  expect((taps + keys) * 0.3).toBeLessThanOrEqual(60);
  // Back leads to where it was begun, and not into the order that is placed.
  await page.goBack();
  await expect(page).toHaveURL(/take=1/);
});

test('an order whose answers are lost at each step is one order, also after a reload', async ({
  page,
  logInAnew,
  allowed,
}, info) => {
  test.slow();
  const { customer } = await scene(page, logInAnew, info);
  const lost = new Set(['order-place-app2', 'order-save-app2']);
  allowed.push(/ERR_FAILED .*\/market\/order-(place|save)-app2/);
  // The server has done it, and the phone does not hear of it.
  await page.route(/\/market\/order-(place|save)-app2/, async (route) => {
    const call = /order-(place|save)-app2/.exec(route.request().url())?.[0] ?? '';
    const response = await route.fetch();
    if (lost.delete(call)) await route.abort();
    else await route.fulfill({ response });
  });
  await page.goto(paths.takeOrder.href(customer));
  await addButtons(page).first().click();
  await (await review(page, (what) => what.click())).click();
  const again = page.getByRole('button', { name: 'ارسال دوباره' });
  await expect(again).toBeVisible();
  // What was being sent goes on by itself, and is lost once more on the way to the save.
  await page.reload();
  await expect(page.getByText(/پاسخی نرسید/)).toBeVisible();
  await again.click();
  await expect(page).toHaveURL(new RegExp(paths.order.href(customer, '')));
  const orders = await ordersOf(page, customer);
  expect(orders.map(({ status }) => status)).toEqual([1, 1]);
  await page.unrouteAll({ behavior: 'wait' });
});

test('what was chosen outlives a closed tab, and the next user of the device does not see it', async ({
  page,
  context,
  logInAnew,
}, info) => {
  test.slow();
  const { customer } = await scene(page, logInAnew, info);
  await page.goto(paths.takeOrder.href(customer));
  await addButtons(page).first().click();
  await expect(quantity(page)).toHaveValue('۲');
  await page.close();
  const next = await context.newPage();
  await next.goto(paths.takeOrder.href(customer));
  await expect(quantity(next)).toHaveValue('۲');
  // Another seller on the same device: neither the draft nor the customer.
  await next.goto('about:blank');
  await context.clearCookies();
  const { cellphone, password } = await makeSeller();
  const entered = await next.request.post('/auth/login-app2', { data: { cellphone, password } });
  expect(entered.status()).toBe(200);
  await next.goto(paths.takeOrder.href(customer));
  await expect(next.getByText('موردی یافت نشد.')).toBeVisible();
  await expect(quantity(next)).toHaveCount(0);
});

interface Line {
  readonly typeId: string;
  readonly quantity: number;
}

async function linesOf(page: Page, order: string): Promise<readonly Line[]> {
  const read = await page.request.get(`/market/fetch-order-joz-app2/${order}`);
  const { joz } = (await read.json()) as { joz: { products: { options: Line[] }[] } };
  return joz.products.flatMap(({ options }) => options.map(({ typeId, quantity }) => ({ typeId, quantity })));
}

const row = (page: Page, title: string) => page.getByRole('article', { name: title });

test('goods are added to an order that is there, what has run out is refused @both', async ({
  page,
  logInAnew,
}, info) => {
  test.slow();
  const { customer, products, orderId } = await scene(page, logInAnew, info);
  const [bought, searched] = [products[0], products[6]];
  if (!bought || !searched) throw new Error('the demo has other goods');
  const reopened = await page.request.post(`/market/order-reopen-app2/${orderId}`, { headers: headers() });
  expect(reopened.status()).toBe(200);
  await page.goto(paths.order.href(customer, orderId));
  await page.getByRole('link', { name: 'افزودن محصول' }).click();
  // What it has already stands with its quantity: one more of it.
  const first = row(page, bought.title).first();
  const more = page.waitForResponse(/order-update-app2\//);
  await first.getByRole('button', { name: /^افزایش/ }).click();
  expect((await more).status()).toBe(200);
  await search(page).fill(searched.title);
  const added = page.waitForResponse(/order-update-app2\//);
  await row(page, searched.title)
    .getByRole('button', { name: /^افزودن/ })
    .first()
    .click();
  expect((await added).status()).toBe(200);
  await search(page).fill(OUT_OF_STOCK.title);
  const short = row(page, `${OUT_OF_STOCK.title} ${OUT_OF_STOCK.type}`);
  await short.getByRole('button', { name: /^افزودن/ }).click();
  await expect(page.getByText('موجودی محصول 0 میباشد.')).toBeVisible();
  await expect(short.getByRole('button', { name: /^افزودن/ })).toBeVisible();
  await page.getByRole('link', { name: 'بازگشت به سفارش' }).click();
  await expect(page).toHaveURL(new RegExp(`${orderId}$`));
  await expect(page.getByRole('article', { name: searched.title })).toBeVisible();
  const lines = await linesOf(page, orderId);
  expect(lines.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2, 2, 2, 2, 3]);
  expect(lines.find(({ typeId }) => typeId === typeOf(bought))?.quantity).toBe(3);
});

test('an order whose last line has gone lives on: the line comes back, and others come in', async ({
  page,
  logInAnew,
}, info) => {
  test.slow();
  const { customer, products, orderId } = await scene(page, logInAnew, info);
  const one = { products: [{ options: [{ typeId: products[0] && typeOf(products[0]), quantity: 2 }] }] };
  const left = await page.request.post(`/market/order-update-app2/${orderId}`, { data: one, headers: headers() });
  expect(left.status()).toBe(200);
  await page.goto(paths.order.href(customer, orderId));
  const remove = async () => {
    await page.getByRole('main').getByRole('button', { name: /^حذف / }).click();
    await page.getByRole('alertdialog', { name: 'حذف ردیف' }).getByRole('button', { name: 'حذف' }).click();
    await expect(page.getByText('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
    await expect(page.getByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
  };
  await remove();
  expect(await linesOf(page, orderId)).toEqual([]);
  await page.getByRole('button', { name: 'بازگرداندن' }).click();
  await expect(quantity(page)).toHaveValue('۲');
  await expect.poll(() => linesOf(page, orderId)).toHaveLength(1);
  await remove();
  await expect(saveButton(page)).toHaveAccessibleDescription('سفارش بدون محصول قابل ثبت نیست.');
  await page.getByRole('link', { name: 'افزودن محصول' }).click();
  await addButtons(page).first().click();
  await page.getByRole('link', { name: 'بازگشت به سفارش' }).click();
  await expect(quantity(page)).toHaveValue('۲');
  await decide(page, 'ذخیره سفارش', 'ذخیره', 'ذخیره سفارش با موفقیت انجام شد');
  const orders = await ordersOf(page, customer);
  expect(orders.map(({ status }) => status)).toEqual([1]);
});
