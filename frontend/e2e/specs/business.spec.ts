import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';

/** The seller's own business over the built-in gateway: nothing but pages and presses. */

const menu = (page: Page) => page.getByRole('button', { name: 'وضعیت فروشگاه و اشتراک' });

const persian = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)));

interface Subscription {
  readonly subscription: { readonly durationDays: number; readonly isActive: boolean } | null;
}

const days = async (page: Page): Promise<number> => {
  const reply = (await (await page.request.get('/market/subscription-app2')).json()) as Subscription;
  return reply.subscription?.durationDays ?? 0;
};

async function toGateway(page: Page, plan: RegExp): Promise<void> {
  await page.goto(paths.home.href());
  await menu(page).click();
  await page.getByRole('dialog').getByText('اشتراک', { exact: true }).click();
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('button', { name: 'خرید اشتراک' }).click();
  await page.getByRole('button', { name: 'پرداخت', exact: true }).click();
  await expect(page).toHaveURL(/\/pay\/sandbox\//);
}

test.describe('a subscription', () => {
  test.beforeEach(async ({ page, logIn }, { project }) => {
    await page.goto(paths.logIn.href());
    // Two browsers at once buy for two sellers.
    await logIn(project.name === 'phone' ? sellers.special : sellers.exclusive);
  });

  test('is bought at the gateway, and Back pays nothing again', async ({ page, accessible }) => {
    const before = await days(page);
    await toGateway(page, /اشتراک یک ماهه/);
    await page.getByRole('button', { name: 'پرداخت', exact: true }).click();
    await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
    await expect(page).toHaveURL(/\/home\?payment=/);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('پرداخت شما با موفقیت انجام شد.')).toBeVisible();
    await expect(dialog.getByText('۱٬۱۰۰٬۰۰۰')).toBeVisible();
    await accessible();
    expect(await days(page)).toBe(before + 30);
    await page.reload();
    await expect(page.getByRole('dialog').getByText('پرداخت شما با موفقیت انجام شد.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'بستن' }).last().click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await days(page)).toBe(before + 30);
  });

  test('that is cancelled takes nothing, and a lost way back is found by itself', async ({ page }) => {
    // The bank is asked half a minute after the payment began, and again when it must be.
    test.slow();
    const before = await days(page);
    await toGateway(page, /اشتراک دو ماهه/);
    await page.getByRole('button', { name: 'انصراف' }).click();
    await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
    await expect(page.getByRole('dialog').getByText('از پرداخت منصرف شدید', { exact: false })).toBeVisible();
    expect(await days(page)).toBe(before);

    await toGateway(page, /اشتراک سه ماهه/);
    await page.getByRole('button', { name: 'پرداخت بدون بازگشت به پنل' }).click();
    await expect(page.getByText('پنل خودش از بانک می‌پرسد', { exact: false })).toBeVisible();
    await expect.poll(() => days(page), { timeout: 90_000 }).toBe(before + 90);
  });
});

test.describe('an invoice', () => {
  interface Invoices {
    readonly invoices: readonly { readonly _id: string; readonly number: string; readonly isPaid: boolean }[];
  }

  test('is paid at the gateway, and only once', async ({ page, logIn }, { project }) => {
    await page.goto(paths.logIn.href());
    // Each browser has a seller with a bill of its own.
    await logIn(project.name === 'phone' ? sellers.special : sellers.normal);
    const { invoices } = (await (await page.request.get('/market/invoice-list-app2')).json()) as Invoices;
    const [latest] = invoices;
    if (!latest) throw new Error('the demo has invoices');

    await page.goto(paths.invoices.href());
    await page.getByRole('link', { name: new RegExp(persian(latest.number)) }).click();
    await expect(page).toHaveURL(new RegExp(latest._id));
    const pay = page.getByRole('button', { name: 'پرداخت کنید' });
    if (!latest.isPaid) {
      await pay.click();
      await page.getByRole('button', { name: 'پرداخت و بازگشت دوباره' }).click();
      await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: 'صورتحساب پرداخت شد' })).toBeVisible();
      await dialog.getByRole('button', { name: 'بستن' }).last().click();
    }
    await expect(pay).toHaveCount(0);
    await expect(page.getByText('پرداخت شده').first()).toBeVisible();
    const again = await page.request.post(`/market/invoice-pay-app2/${latest._id}`);
    expect(((await again.json()) as { payment: { state: string } }).payment.state).toBe('paid');
  });
});
