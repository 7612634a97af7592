import type { Page } from '@playwright/test';

/** What is said lies over the header of a phone for some seconds: as a user who cannot wait. */
export async function dismiss(page: Page): Promise<void> {
  const toast = page.locator('[role="alertdialog"][data-tone]');
  await toast.getByRole('button', { name: 'بستن' }).click();
  await toast.waitFor({ state: 'detached' });
}
