import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, sellers, test } from '../fixtures';
import { type Origins, openOrigins } from '../models/crossOrigin';

/** Whose settings no other test changes. */
const who = sellers.special;
let origins: Origins;

/** Once the names of brands and areas stand above it, which push it down as they come. */
async function openLimits(page: Page): Promise<void> {
  await expect(page.getByText(/مورد دیگر$/)).toHaveCount(2);
  await page.getByRole('button', { name: 'ویرایش تنظیمات سفارش', exact: true }).click();
}

test.beforeAll(async () => {
  origins = await openOrigins();
});

test.afterAll(async () => {
  await origins.close();
});

// Two windows would write to one store.
test.describe('a client on another origin of the site @phone', () => {
  // The browser reports what a foreign page is refused on its console.
  test.use({ allowed: [/foreign\.test|ERR_FAILED http:\/\/api\.panel\.test|401 \(Unauthorized\)/] });

  test('logs in, stays, edits, shows pictures and brings reports; a foreign page gets nothing', async ({ page }) => {
    const { client, api, foreign } = origins;
    await page.goto(`${client}/log-in`);
    await page.getByLabel('شماره تلفن همراه').fill(who.cellphone);
    await page.getByLabel('رمز عبور', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'ورود', exact: true }).click();
    await expect(page).toHaveURL(`${client}/home`);
    const cookies = await page.context().cookies([client, api]);
    const cookie = (name: string) => cookies.find((one) => one.name === name);
    expect(cookie('token')).toMatchObject({ domain: '.panel.test', httpOnly: false, sameSite: 'Strict' });
    expect(cookie('session')).toMatchObject({ domain: 'api.panel.test', httpOnly: true, sameSite: 'Strict' });

    await page.reload();
    await expect(page.getByRole('list', { name: 'بخش‌ها' }).getByRole('link', { name: 'مشتریان' })).toBeVisible();

    await page.goto(`${client}/settings`);
    await openLimits(page);
    const packages = page.getByRole('form', { name: 'تنظیمات سفارش' }).getByLabel('حداقل خرید بسته');
    // Other tests place orders of two packages here.
    const wanted = (await packages.inputValue()) === '۱' ? '۲' : '۱';
    await packages.fill(wanted);
    await page.getByRole('button', { name: 'ذخیره', exact: true }).click();
    await expect(page.getByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
    await page.reload();
    await openLimits(page);
    await expect(packages).toHaveValue(wanted);
    await page.getByRole('button', { name: 'لغو', exact: true }).click();

    await page.goto(`${client}/products`);
    const picture = page.locator(`img[src^="${api}/images/"], img[src^="${api}/media/"]`).first();
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.goto(`${client}/report-products`);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'دریافت CSV' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).split('\n').length).toBeGreaterThan(1);

    // The same browser, a page of another site: it can neither read nor change anything.
    await page.goto(`${foreign}/icons/icon.svg`);
    const asked = await page.evaluate(async (address) => {
      const outcome = async (path: string, init: RequestInit) => {
        try {
          return (await fetch(`${address}${path}`, { credentials: 'include', ...init })).status;
        } catch {
          return 'refused';
        }
      };
      return [
        await outcome('/user/validate-token-app2', {}),
        await outcome('/user/customer-list-app2', {}),
        await outcome('/auth/logout-app2', { method: 'POST' }),
        await outcome('/user/validate-token-app2', { headers: { 'x-request-id': 'a-foreign-page' } }),
      ];
    }, api);
    expect(asked).toEqual(['refused', 'refused', 'refused', 'refused']);

    await page.goto(`${client}/home`);
    await expect(page.getByRole('link', { name: 'تنظیمات' }).first()).toBeVisible();
    const ended = await page.evaluate(async (address) => {
      const answer = await fetch(`${address}/auth/logout-app2`, { method: 'POST', credentials: 'include' });
      return [answer.status, answer.headers.get('x-request-id') !== null];
    }, api);
    expect(ended).toEqual([200, true]);
    expect(await page.context().cookies([client, api])).toEqual([]);
    await page.goto(`${client}/home`);
    await expect(page).toHaveURL(`${client}/log-in`);
  });
});
