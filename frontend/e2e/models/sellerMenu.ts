import { expect, type Locator, type Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';

/** The round button on home. */
export const menu = (page: Page): Locator => page.getByRole('button', { name: 'وضعیت فروشگاه و اشتراک' });

/** One of the three items behind it. */
export const item = (page: Page, name: 'حساب کاربری' | 'اشتراک' | 'فروشگاه'): Locator =>
  page.getByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' }).getByRole('button', { name });

/** Chooses a plan and stops at the built-in gateway. */
export async function toGateway(page: Page, plan: RegExp): Promise<void> {
  await page.goto(paths.home.href());
  await menu(page).click();
  await item(page, 'اشتراک').click();
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('button', { name: 'خرید اشتراک' }).click();
  await page.getByRole('button', { name: 'پرداخت', exact: true }).click();
  await expect(page).toHaveURL(/\/pay\/sandbox\//);
}

/** Pays there, and is back on home. */
export async function payAndReturn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'پرداخت', exact: true }).click();
  await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
  await expect(page).toHaveURL(/\/home\?payment=/);
  await expect(page.getByRole('dialog').getByText('پرداخت شما با موفقیت انجام شد.')).toBeVisible();
}
