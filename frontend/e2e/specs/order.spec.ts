import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { choose, decide, firstButton, firstQuantity, state, step, total } from '../models/orderPage';

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
const SLOTS = 12;

async function openOrder(page: Page, number: 0 | 1 | 2 | 3 | 4 | 5): Promise<OpenOrder> {
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

test('a seller changes, saves, reopens and takes back an order @both', async ({ page, logIn }) => {
  await logIn();
  const order = await openOrder(page, 0);
  await visit(page, order);
  // Open as it was placed, or opened again by an earlier run on the same data.
  await expect(page.getByText(/^(در حال ویرایش|باز شده برای ویرایش)$/)).toBeVisible();
  const before = await total(page).innerText();

  await step(page, 'افزایش');
  await expect(total(page)).not.toHaveText(before);
  const changed = await total(page).innerText();

  await decide(page, 'ذخیره سفارش', 'ذخیره', 'ذخیره سفارش با موفقیت انجام شد');
  await expect(state(page, 'ثبت شده')).toBeVisible();
  await expect(firstButton(page, 'افزایش')).toHaveCount(0);
  await page.reload();
  await expect(state(page, 'ثبت شده')).toBeVisible();
  await expect(total(page)).toHaveText(changed);

  await decide(page, 'ویرایش سفارش', 'ویرایش', 'سفارش برای ویرایش باز شد.');
  await page.reload();
  await expect(page.getByText('باز شده برای ویرایش')).toBeVisible();
  await step(page, 'کاهش');
  await expect(total(page)).toHaveText(before);

  await choose(page, 'بازگشت به نسخه ثبت‌شده');
  const question = page.getByRole('alertdialog', { name: 'بازگشت به نسخه ثبت‌شده' });
  await expect(question.getByText('این تغییرها از دست می‌روند:')).toBeVisible();
  await question.getByRole('button', { name: 'بازگشت', exact: true }).click();
  await expect(page.getByText('تغییرات سفارش کنار گذاشته شد.')).toBeVisible();
  await expect(state(page, 'ثبت شده')).toBeVisible();
  await expect(total(page)).toHaveText(changed);

  await decide(page, 'چاپ سفارش', 'نمایش فاکتور');
  await expect(page).toHaveURL(new RegExp(`invoice=${order.orderId}`));
  await expect(page.getByRole('dialog', { name: 'فاکتور سفارش' })).toBeVisible();
  await page.goBack();
  await choose(page, 'تاریخچه سفارش');
  await expect(page.getByRole('dialog', { name: 'تاریخچه سفارش' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${order.orderId}$`));

  // Back to what it was: the order is open again, and the next run finds it as this one did.
  await decide(page, 'ویرایش سفارش', 'ویرایش');
  await step(page, 'کاهش');
  await expect(total(page)).toHaveText(before);
});

test('a note is written, counted and kept, also over a reload before it is saved', async ({ page, logIn }) => {
  await logIn();
  await visit(page, await openOrder(page, 1));
  const text = `یادداشت ${test.info().project.name} ${Date.now()}`;
  await page.getByRole('button', { name: 'ویرایش توضیحات' }).click();
  const field = page.getByRole('textbox', { name: 'توضیحات فروشنده' });
  await field.fill('ب'.repeat(301));
  await expect(page.getByText('۳۰۰ از ۳۰۰')).toBeVisible();
  await field.fill(text);
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  const returned = page.getByRole('alertdialog', { name: 'تغییرات ثبت‌نشده شما' });
  await expect(returned.getByText(text)).toBeVisible();
  await returned.getByRole('button', { name: 'اعمال تغییرها' }).click();
  await expect(field).toHaveValue(text);
  await page.getByRole('button', { name: 'ثبت توضیحات' }).click();
  await expect(page.getByText('ثبت توضیحات با موفقیت انجام شد.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(text)).toBeVisible();
  await expect(returned).toBeHidden();
});

test('Back closes the information of a type, and removing and cancelling can be thought over', async ({
  page,
  logIn,
}) => {
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

  await page.getByRole('button', { name: /^حذف / }).first().click();
  await page.getByRole('alertdialog', { name: 'حذف ردیف' }).getByRole('button', { name: 'انصراف' }).click();
  await decide(page, 'لغو سفارش', 'انصراف');
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
});

test('the calculator agrees on a profit, which a reload keeps and the seller takes back', async ({ page, logIn }) => {
  await logIn();
  await visit(page, await openOrder(page, 4));
  const grand = await total(page).innerText();
  const sheet = page.getByRole('dialog', { name: 'محاسبه سود توافقی' });
  const calculator = page.getByRole('button', { name: 'محاسبه توافق' });
  await calculator.click();
  await page.goBack();
  await expect(sheet).toBeHidden();

  await calculator.click();
  await sheet.getByLabel('درصد افزوده توافقی').pressSequentially('۲٫۵');
  await sheet.getByLabel('مبلغ پاداش توافقی').pressSequentially('1000');
  await sheet.getByLabel('درصد تخفیف خرید نقدی').pressSequentially('1/5');
  await expect(sheet.getByLabel('درصد تخفیف خرید نقدی')).toHaveValue('۱٫۵');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByText('مبلغ پس از توافق').first()).toBeVisible();
  const agreed = await total(page).innerText();
  expect(agreed).not.toBe(grand);

  await page.reload();
  await expect(total(page)).toHaveText(agreed);
  await calculator.click();
  await sheet.getByRole('button', { name: 'حذف توافق' }).click();
  await expect(total(page)).toHaveText(grand);
});

test.describe('a stale order', () => {
  // The browser itself reports the refused call on its console.
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('a change from elsewhere is shown beside mine, and either can be had', async ({ page, logIn, accessible }) => {
    await logIn();
    const order = await openOrder(page, 2);
    await visit(page, order);
    const mine = firstQuantity(page);
    const quantity = await mine.inputValue();
    const elsewhere = async () => {
      const note = `از جای دیگر ${Date.now()}`;
      const written = await page.request.post(`/market/order-update-app2-toz/${order.orderId}`, {
        data: { sellerToz: note },
      });
      expect(written.status()).toBe(200);
      return note;
    };
    const conflict = page.getByRole('alertdialog', { name: 'این سفارش در جای دیگری تغییر کرده است' });

    const first = await elsewhere();
    await firstButton(page, 'افزایش').click();
    await expect(conflict.getByText(first)).toBeVisible();
    await accessible();
    await page.keyboard.press('Escape');
    await conflict.getByRole('button', { name: 'پذیرفتن تغییرهای دیگر' }).click();
    await expect(conflict).toBeHidden();
    await expect(mine).toHaveValue(quantity);
    await expect(page.getByText(first)).toBeVisible();

    const second = await elsewhere();
    await firstButton(page, 'افزایش').click();
    await expect(conflict.getByText(second)).toBeVisible();
    await conflict.getByRole('button', { name: 'اعمال تغییرهای من روی آن' }).click();
    await expect(page.getByText('بروزرسانی با موفقیت انجام شد.').first()).toBeVisible();
    await expect(conflict).toBeHidden();
    await expect(mine).not.toHaveValue(quantity);
    await step(page, 'کاهش');
    await expect(mine).toHaveValue(quantity);
  });
});

test.describe('what is said of an order', () => {
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('takes two lines over the header, not over what is changed, and can be read whole @both', async ({
    page,
    logIn,
  }) => {
    await logIn();
    await visit(page, await openOrder(page, 5));
    const lines = await page.getByRole('group').getByRole('textbox').all();
    expect(lines.length, 'more than one line, so that a refusal has more than fits').toBeGreaterThan(1);
    const setAll = async (quantity: string) => {
      for (const line of lines) {
        if ((await line.inputValue()) === quantity) continue;
        const pushed = page.waitForResponse(/order-update-app2\//);
        await line.fill(quantity);
        expect((await pushed).status()).toBe(200);
      }
    };
    const header = 56;
    await setAll('۱');
    const toast = page.locator('[role="alertdialog"][data-tone]');
    const isOverTheHeader = async () => {
      const box = await toast.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(header);
    };

    const changed = page.getByRole('group').first();
    await changed.evaluate((group, top) => window.scrollBy(0, group.getBoundingClientRect().top - top), header);
    await step(page, 'افزایش');
    await isOverTheHeader();

    // All of them at once: what is asked about their stock is answered together.
    const asked: (() => void)[] = [];
    await page.route(/getMojoody-app2/, async (route) => {
      await new Promise<void>((resolve) => asked.push(resolve));
      await route.continue();
    });
    for (const line of lines) await line.fill('۹۰۰٬۰۰۰');
    await expect.poll(() => asked.length).toBe(lines.length);
    for (const answer of asked) answer();
    const last = toast.getByText(/بیش از موجودی است/).last();
    await expect(last).toBeAttached();
    await isOverTheHeader();
    await expect(last).not.toBeInViewport();
    await toast.getByRole('button', { name: 'نمایش همه پیام' }).click();
    await expect(last).toBeInViewport();
    await toast.getByRole('button', { name: 'بستن' }).click();
    await expect(toast).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await setAll('۱');
  });
});

test.describe('a broken connection', () => {
  test.use({ allowed: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });
  // Of one order, so one after the other.
  test.describe.configure({ mode: 'serial' });

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
    await firstButton(page, 'افزایش').click();
    await page.getByRole('button', { name: 'ارسال دوباره' }).click();
    await expect(page.getByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await version()).toBe(before + 1);
    await step(page, 'کاهش');
  });

  test('without internet nothing can be changed, and what waits is sent when it is back', async ({ page, logIn }) => {
    await logIn();
    const order = await openOrder(page, 3);
    await visit(page, order);
    await page.route('**/market/order-update-app2/**', (route) => route.abort(), { times: 1 });
    await firstButton(page, 'افزایش').click();
    await expect(page.getByRole('button', { name: 'ارسال دوباره' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('اینترنت قطع است. تا وصل شدن دوباره نمی‌توان سفارش را تغییر داد.')).toBeVisible();
    await expect(firstButton(page, 'افزایش')).toBeDisabled();
    const pushed = page.waitForResponse(/order-update-app2\//);
    await page.context().setOffline(false);
    expect((await pushed).status()).toBe(200);
    await expect(page.getByText('بروزرسانی با موفقیت انجام شد.').first()).toBeVisible();
    await step(page, 'کاهش');
  });
});
