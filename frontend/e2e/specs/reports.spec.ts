import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatNumber } from '../../src/shared/lib/format';
import { expect, test } from '../fixtures';
import { visit } from '../models/visit';

interface Totals {
  readonly totalOrders: number;
  readonly totalQuantity: number;
  readonly totalAmount: number;
}
interface Summary {
  readonly counts: Totals & { readonly sellerTitle: string; readonly totalCustomers: number };
  readonly countsProducts: { readonly productCount: number };
}
interface ProductRows {
  readonly counts: readonly (Totals & { readonly productName: string; readonly typeName: string })[];
}

const PRODUCTS = '/report/dashboard-basket-product-type-nums-app2';

/** Opens a page and gives what the server told it: other tests register orders meanwhile. */
async function open<T>(page: Page, url: string, call: string): Promise<T> {
  const response = await visit(page, url, (one) => new URL(one.url()).pathname.startsWith(call) && one.ok());
  return (await response.json()) as T;
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const chart = (page: Page) => page.getByRole('figure').filter({ hasText: /^فروش (روزانه|هفتگی|ماهانه)/ });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // The gutter of the scroll bar makes it less than nothing on a desktop.
  expect(wider).toBeLessThanOrEqual(0);
}

test('the dashboard shows the figures of the store and leads to the three reports', async ({ page, logIn }) => {
  await logIn();
  const { counts, countsProducts } = await open<Summary>(page, '/dashboard', '/report/dashboard-nums-app2');
  expect(counts.totalAmount).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'پیشخوان', exact: true })).toBeVisible();
  await expect(page.getByText(counts.sellerTitle, { exact: true })).toBeVisible();
  await expect(figure(page, 'فروش کل به مبلغ')).toHaveText(`${formatNumber(counts.totalAmount)}\u00a0تومان`);
  await expect(figure(page, 'فروش به سبد')).toHaveText(formatNumber(counts.totalOrders));
  await expect(figure(page, 'فروش به واحد')).toHaveText(formatNumber(counts.totalQuantity));
  await expect(figure(page, 'تعداد مشتریان')).toHaveText(formatNumber(counts.totalCustomers));
  await expect(figure(page, 'تعداد محصولات')).toHaveText(formatNumber(countsProducts.productCount));
  await expect(chart(page)).toBeVisible();
  await expectNoSidewaysScroll(page);

  for (const [title, path] of [
    ['گزارش مناطق', '/report-manategh'],
    ['گزارش مشتریان', '/report-customers'],
    ['گزارش محصولات', '/report-products'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('the products report shows the largest first, and a search narrows it', async ({ page, logIn }) => {
  await logIn();
  const { counts } = await open<ProductRows>(page, '/report-products', PRODUCTS);
  const [largest] = [...counts].sort((a, b) => b.totalAmount - a.totalAmount);
  if (!largest) throw new Error('the demo has sales');
  const first = cards(page).first();
  await expect(first).toContainText(largest.productName);
  await expect(first).toContainText(`${formatNumber(largest.totalAmount)}\u00a0تومان`);
  await expect(chart(page)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'جستجو در گزارش' }).click();
  const search = page.getByRole('searchbox', { name: 'جستجو در گزارش' });
  await expect(search).toBeFocused();
  await search.fill(largest.productName);
  await expect(first).toContainText(largest.productName);
  await expect(cards(page).filter({ hasNotText: largest.productName })).toHaveCount(0);
  await search.fill('چنین چیزی نیست');
  await expect(page.getByText('گزارشی با این مشخصات یافت نشد')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('a period is asked for by its place', async ({ page, logIn }) => {
  await logIn();
  await open(page, '/report-products', `${PRODUCTS}/1`);
  const asked = page.waitForResponse((one) => new URL(one.url()).pathname === `${PRODUCTS}/4`);
  await page.getByRole('button', { name: 'این ماه' }).click();
  expect((await asked).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'این ماه' })).toHaveAttribute('aria-pressed', 'true');
  // A month has days enough to be shown one by one.
  await expect(chart(page)).toContainText('فروش روزانه');
});

test('the products report can be had as a file that spreadsheets read', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/report-products');
  const sold = async () => (await (await page.request.get(`${PRODUCTS}/1`)).json()) as ProductRows;
  // Again when another test sold something in between: the file and the rows are of two moments.
  await expect(async () => {
    const before = await sold();
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'دریافت CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('report-products.csv');
    const text = await readFile(await download.path(), 'utf8');
    // Without the byte order mark Excel takes it for a Latin file.
    expect(text.codePointAt(0)).toBe(0xfeff);
    const [, ...rows] = text.trimEnd().split(/\r?\n/);
    const { counts } = await sold();
    expect(counts).toEqual(before.counts);
    expect(rows).toHaveLength(counts.length);
    for (const { productName, totalAmount } of counts) {
      expect(rows.some((row) => row.includes(productName) && row.endsWith(`,${totalAmount}`))).toBe(true);
    }
  }).toPass({ timeout: 30_000 });
});
