import type { Page } from '@playwright/test';
import { expect } from '../fixtures';

/** What the order costs in all, as it is shown. */
export const total = (page: Page) => page.getByRole('region', { name: 'خلاصه سفارش' }).locator('bdi').last();

/** Presses plus or minus of the first line and waits until the server has it. */
export async function step(page: Page, direction: 'افزایش' | 'کاهش'): Promise<void> {
  const stock = page.waitForResponse(/getMojoody-app2/);
  const pushed = page.waitForResponse(/order-update-app2\//);
  await page
    .getByRole('button', { name: new RegExp(`^${direction} `) })
    .first()
    .click();
  expect((await stock).status()).toBe(200);
  expect((await pushed).status()).toBe(200);
  await expect(page.getByText('بروزرسانی با موفقیت انجام شد.').first()).toBeVisible();
}

/** Picks an item of the order's menu. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'عملیات سفارش' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
