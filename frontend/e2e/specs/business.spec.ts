import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { makeSeller, subscribe } from '../models/ownSeller';
import { payAndReturn, toGateway } from '../models/sellerMenu';

/** The seller's own business over the built-in gateway: nothing but pages and presses. */

const persian = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)));

interface Subscription {
  readonly subscription: { readonly durationDays: number; readonly isActive: boolean } | null;
}

const days = async (page: Page): Promise<number> => {
  const reply = (await (await page.request.get('/market/subscription-app2')).json()) as Subscription;
  return reply.subscription?.durationDays ?? 0;
};

test.describe('a subscription', () => {
  test.beforeEach(async ({ page, logInAnew }) => {
    await page.goto(paths.logIn.href());
    // A receipt that was lost opens on every page of its seller, in the middle of what another test does there.
    await logInAnew(await makeSeller());
    await subscribe(page.request);
  });

  test('is bought at the gateway, and Back pays nothing again', async ({ page, accessible }) => {
    const before = await days(page);
    await toGateway(page, /اشتراک یک ماهه/);
    await payAndReturn(page);
    await expect(page.getByRole('dialog').getByText('۱٬۱۰۰٬۰۰۰')).toBeVisible();
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

  test('that is cancelled takes nothing, and a lost way back is found by itself', async ({ page, accessible }) => {
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
    await page.goto(paths.home.href());
    const waits = page.getByText('هنوز از بانک تأیید نشده است', { exact: false });
    await expect(waits).toBeVisible();
    await accessible();
    // The receipt comes by itself; an extension begins where the subscription of before ends.
    const receipt = page.getByRole('dialog');
    await expect(receipt.getByText('پرداخت شما با موفقیت انجام شد.')).toBeVisible({ timeout: 90_000 });
    await expect(receipt.getByText('تمدید از', { exact: true })).toBeVisible();
    expect(await days(page)).toBe(before + 90);
    await receipt.getByRole('button', { name: 'بستن' }).last().click();
    await expect(receipt).toHaveCount(0);
    await expect(waits).toHaveCount(0);
  });
});

test.describe('an invoice', () => {
  interface Invoices {
    readonly invoices: readonly { readonly _id: string; readonly number: string; readonly isPaid: boolean }[];
  }

  interface Invoice {
    readonly invoice: { readonly lines: readonly { readonly _id: string }[] };
  }

  interface Made {
    readonly orders: readonly { readonly _id: string; readonly Code: string; readonly amount: number }[];
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

  test('is explained by the orders that made it, and each of them opens', async ({ page, logIn, accessible }) => {
    await page.goto(paths.logIn.href());
    await logIn(sellers.normal);
    const { invoices } = (await (await page.request.get('/market/invoice-list-app2')).json()) as Invoices;
    const id = invoices[0]?._id ?? '';
    const { invoice } = (await (await page.request.get(`/market/invoice-app2/${id}`)).json()) as Invoice;
    const [line] = invoice.lines;
    if (!line) throw new Error('the demo’s latest invoice has a line');
    const query = new URLSearchParams({ line: line._id, page: '1', limit: '50' }).toString();
    const made = (await (await page.request.get(`/market/invoice-orders-app2/${id}?${query}`)).json()) as Made;
    const [first] = made.orders;
    if (!first) throw new Error('the demo’s latest invoice has orders');

    await page.goto(paths.invoice.href(id));
    const row = page.getByRole('article', { name: 'فروش' }).first();
    await expect(row.getByRole('heading')).toBeVisible();
    await row.getByRole('button', { name: 'سفارش‌های این ردیف' }).click();
    const orders = row.getByRole('list', { name: 'سفارش‌های فروش' });
    const order = orders.getByRole('listitem').first();
    await expect(order.getByText(persian(first.amount.toLocaleString('en-US').replaceAll(',', '٬')))).toBeVisible();
    await accessible();
    await order.getByRole('button', { name: persian(first.Code) }).click();
    await expect(page).toHaveURL(new RegExp(`order=${first._id}`));
    await expect(page.getByRole('dialog').getByText(persian(first.Code)).first()).toBeVisible();
    await page.goBack();
    await expect(order).toBeVisible();
    await row.getByRole('button', { name: 'بستن سفارش‌ها' }).click();
    await expect(orders).toHaveCount(0);
  });

  test('reads the orders of a line as far as one looks', async ({ page, logIn }) => {
    await page.goto(paths.logIn.href());
    await logIn(sellers.normal);
    const { invoices } = (await (await page.request.get('/market/invoice-list-app2')).json()) as Invoices;
    await page.goto(paths.invoice.href(invoices[0]?._id ?? ''));
    const pages: string[] = [];
    page.on('response', (response) => {
      const { pathname, searchParams } = new URL(response.url());
      if (pathname.includes('/invoice-orders-app2/')) pages.push(searchParams.get('page') ?? '');
    });
    await page.getByRole('button', { name: 'سفارش‌های این ردیف' }).first().click();
    const orders = page.getByRole('list', { name: 'سفارش‌های فروش' });
    await expect(orders.getByRole('listitem').first()).toBeVisible();
    // what stands below the list must not follow its end: one look at it brings one page
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(orders.getByRole('listitem', { includeHidden: true }).nth(5)).toBeAttached();
    await expect.poll(() => pages).toEqual(['1', '2']);
    await page.waitForLoadState('networkidle');
    expect(pages).toEqual(['1', '2']);
  });
});
