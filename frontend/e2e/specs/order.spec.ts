import type { Page } from '@playwright/test';
import { expect, test, themes } from '../fixtures';
import { choose, step, total } from '../models/orderPage';

interface OpenOrder {
  readonly customerId: string;
  readonly orderId: string;
}

interface Answers {
  readonly users: readonly { _id: string; f3: string }[];
  readonly OrdersList: readonly { id: string; status: number }[];
}

const read = async (page: Page, path: string): Promise<Answers> => {
  const response = await page.request.get(path);
  expect(response.status()).toBe(200);
  return (await response.json()) as Answers;
};

/** Tests run side by side: each has customers of its own in each project, by their numbers. */
const SLOTS = 10;

async function openOrder(page: Page, number: 0 | 1 | 2 | 3 | 4): Promise<OpenOrder> {
  const slot = 2 * number + (test.info().project.name === 'phone' ? 0 : 1);
  const { users } = await read(page, '/user/customer-list-app2?page=1&limit=100&filterDate=0&status=0');
  const customer = users.findLast(({ f3 }) => Number(f3) % SLOTS === slot);
  const customerId = customer?._id ?? '';
  expect(customerId, 'the demo has customers with open orders').not.toBe('');
  const { OrdersList } = await read(page, `/market/fetch-order-list-app2/${customerId}?filterDate=0`);
  const orderId = OrdersList.find(({ status }) => status === 0)?.id ?? '';
  expect(orderId).not.toBe('');
  return { customerId, orderId };
}

async function visit(page: Page, { customerId, orderId }: OpenOrder): Promise<void> {
  await page.goto(`/sefaresh-moshtari/${customerId}/${orderId}`);
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
}

test('a seller changes, saves and reopens an order', async ({ page, logIn }) => {
  await logIn();
  const order = await openOrder(page, 0);
  await visit(page, order);
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
  const before = await total(page).innerText();

  await step(page, 'افزایش');
  await expect(total(page)).not.toHaveText(before);
  const changed = await total(page).innerText();

  await choose(page, 'ذخیره سفارش');
  const question = page.getByRole('alertdialog', { name: 'ذخیره سفارش' });
  expect((await question.boundingBox())?.width).toBeLessThanOrEqual(400);
  await question.getByRole('button', { name: 'ذخیره', exact: true }).click();
  await expect(page.getByText('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
  await expect(page.getByText('ثبت شده')).toBeVisible();
  await expect(page.getByRole('button', { name: /^افزایش / })).toHaveCount(0);

  await page.reload();
  await expect(page.getByText('ثبت شده')).toBeVisible();
  await expect(total(page)).toHaveText(changed);

  await choose(page, 'ویرایش سفارش');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ویرایش', exact: true }).click();
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
  // Back to what it was: the order is open again, and the next run finds it as this one did.
  await step(page, 'کاهش');
  await page.reload();
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
  await expect(total(page)).toHaveText(before);
});

test('a note is written, counted and kept', async ({ page, logIn }) => {
  await logIn();
  await visit(page, await openOrder(page, 1));
  const text = `یادداشت ${test.info().project.name} ${Date.now()}`;
  await page.getByRole('button', { name: 'ویرایش توضیحات' }).click();
  await page.getByRole('textbox', { name: 'توضیحات فروشنده' }).fill(text);
  await page.getByRole('button', { name: 'ثبت توضیحات' }).click();
  await expect(page.getByText('ثبت توضیحات با موفقیت انجام شد.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(text)).toBeVisible();
});

test('Back closes the information of a type, and cancelling can be thought over', async ({ page, logIn }) => {
  await logIn();
  const order = await openOrder(page, 4);
  await visit(page, order);
  await page
    .getByRole('button', { name: /^اطلاعات / })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('تعداد در واحد')).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${order.orderId}$`));

  await choose(page, 'لغو سفارش');
  await page.getByRole('alertdialog', { name: 'لغو سفارش' }).getByRole('button', { name: 'انصراف' }).click();
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
});

test.describe('trouble', () => {
  // The browser itself reports the refused and the lost call on its console.
  test.use({ allowed: [/409 \(Conflict\)|ERR_FAILED/] });

  test('a change from elsewhere is said, and the order is read again', async ({ page, logIn }) => {
    await logIn();
    const order = await openOrder(page, 2);
    await visit(page, order);
    const mine = page.getByRole('group').getByRole('status').first();
    const quantity = await mine.innerText();
    const elsewhere = await page.request.post(`/market/order-update-app2-toz/${order.orderId}`, {
      data: { sellerToz: `از جای دیگر ${Date.now()}` },
    });
    expect(elsewhere.status()).toBe(200);
    await page
      .getByRole('button', { name: /^افزایش / })
      .first()
      .click();
    await expect(
      page.getByRole('alert').getByText('این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.').first(),
    ).toBeVisible();
    await expect(mine).toHaveText(quantity);
    await page.getByRole('button', { name: 'متوجه شدم' }).click();
    await step(page, 'افزایش');
    await step(page, 'کاهش');
    await expect(mine).toHaveText(quantity);
  });

  test('an answer that was lost is asked for again, and the change happens once', async ({ page, logIn }) => {
    await logIn();
    const order = await openOrder(page, 3);
    await visit(page, order);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('order-update-app2/')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route(
      '**/market/order-update-app2/**',
      async (route) => {
        // It arrives and is done; only the answer does not come back.
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    const version = async () =>
      ((await (await page.request.get(`/market/fetch-order-joz-app2/${order.orderId}`)).json()) as { version: number })
        .version;
    const before = await version();
    await page
      .getByRole('button', { name: /^افزایش / })
      .first()
      .click();
    await page.getByRole('button', { name: 'ارسال دوباره' }).click();
    await expect(page.getByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await version()).toBe(before + 1);
    await step(page, 'کاهش');
  });
});

test('an order is accessible in both themes', async ({ page, logIn, useTheme, accessible }) => {
  await logIn();
  await visit(page, await openOrder(page, 4));
  for (const theme of themes) {
    await useTheme(theme);
    await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
    await accessible(theme);
    await page
      .getByRole('button', { name: /^اطلاعات / })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText('تعداد در واحد')).toBeVisible();
    await accessible(theme);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
