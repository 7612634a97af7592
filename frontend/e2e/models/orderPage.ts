import type { Page } from '@playwright/test';
import { expect } from '../fixtures';

/** What the order costs in all, as it is shown. */
export const total = (page: Page) => page.getByRole('region', { name: 'خلاصه سفارش' }).locator('bdi').last();

/** The quantity of the first line. */
export const firstQuantity = (page: Page) => page.getByRole('group').getByRole('textbox').first();

export const firstButton = (page: Page, direction: 'افزایش' | 'کاهش') =>
  page.getByRole('button', { name: new RegExp(`^${direction} `) }).first();

/** Presses plus or minus of the first line and waits until the server has it. */
export async function step(page: Page, direction: 'افزایش' | 'کاهش'): Promise<void> {
  const stock = page.waitForResponse(/getMojoody-app2/);
  const pushed = page.waitForResponse(/order-update-app2\//);
  await firstButton(page, direction).click();
  expect((await stock).status()).toBe(200);
  expect((await pushed).status()).toBe(200);
  await expect(page.getByText('بروزرسانی با موفقیت انجام شد.').first()).toBeVisible();
}

/** The state of the order that is open; those of others stand beside it. */
export const state = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });

const SAVE = 'ذخیره سفارش';

/** The button that asks whether to save the order. */
export const saveButton = (page: Page) => page.getByRole('button', { name: 'ذخیره', exact: true });

/** Picks an item of the order's menu, or presses the button to save. */
export async function choose(page: Page, item: string): Promise<void> {
  if (item === SAVE) return saveButton(page).click();
  await page.getByRole('button', { name: 'عملیات سفارش' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/**
 * Picks an item of the menu and answers its question, which is 400 px wide at most. `says` is what is told then: it is
 * watched from the answer on, because it goes by itself.
 */
export async function decide(page: Page, item: string, answer: string, says?: string): Promise<void> {
  await choose(page, item);
  const question = page.getByRole('alertdialog', { name: item, exact: true });
  expect((await question.boundingBox())?.width).toBeLessThanOrEqual(400);
  await Promise.all([
    says !== undefined && expect(page.getByText(says)).toBeVisible(),
    question.getByRole('button', { name: answer, exact: true }).click(),
  ]);
  await expect(question).toBeHidden();
}
