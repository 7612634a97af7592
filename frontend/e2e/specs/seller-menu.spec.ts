import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, test } from '../fixtures';
import { questions } from '../models/cutOff';
import { connect, makeSeller, subscribe } from '../models/ownSeller';
import { item, menu } from '../models/sellerMenu';

/** What ends a store or an account happens to sellers that each test makes for itself. */

const pill = (page: Page, state: string) => page.getByText(`وضعیت فروشگاه: ${state}`, { exact: true });

test('a store is switched on and off by typing the word, and every screen knows at once', async ({
  page,
  logInAnew,
  accessible,
}) => {
  const seller = await makeSeller();
  await logInAnew(seller);
  // Without a plan no word is asked for: what is missing is said on home and in the dialog, and leads to the plans.
  await page.goto(paths.home.href());
  await expect(page.getByText('هنوز اشتراکی نخریده‌اید.', { exact: false })).toBeVisible();
  await menu(page).click();
  await item(page, 'فروشگاه').click();
  const question = page.getByRole('alertdialog', { name: 'فعال کردن فروشگاه' });
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await accessible();
  await question.getByRole('button', { name: 'خرید اشتراک' }).click();
  await expect(page.getByRole('radio')).toHaveCount(5);

  await subscribe(page.request);
  await page.goto(paths.home.href());
  const isActive = async () => {
    const reply = await page.request.get('/market/get-seller-type-app2');
    return ((await reply.json()) as { seller: { isActive: boolean }[] }).seller[0]?.isActive;
  };
  // What was bought opens no store by itself.
  await expect(pill(page, 'غیرفعال')).toBeAttached();

  const other = await page.context().newPage();
  await other.goto(paths.home.href());
  await expect(pill(other, 'غیرفعال')).toBeAttached();

  const turn = async (from: string, to: string, button: string) => {
    await menu(page).click();
    await expect(item(page, 'فروشگاه')).toContainText(from);
    await item(page, 'فروشگاه').click();
    const dialog = questions(page);
    const confirm = dialog.getByRole('button', { name: button });
    if (from === 'فعال') await accessible();
    // Another word does nothing.
    await dialog.getByRole('textbox').fill(from);
    await expect(confirm).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    expect(await isActive()).toBe(from === 'فعال');
    await dialog.getByRole('textbox').fill(to);
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    // The list of the three items is there again, and home behind it.
    await expect(item(page, 'فروشگاه')).toContainText(to);
    await expect(pill(page, to)).toBeAttached();
    expect(await isActive()).toBe(to === 'فعال');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeVisible();
    await page.reload();
    await expect(pill(page, to)).toBeAttached();
    // A page that was open beside it reads the state when it is looked at again.
    await other.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(pill(other, to)).toBeAttached();
  };
  await turn('غیرفعال', 'فعال', 'فعال کردن');
  await turn('فعال', 'غیرفعال', 'غیرفعال کردن');
  await other.close();
});

test('an account that is reset loses its customers and logs out; they come again with their ids', async ({
  page,
  logInAnew,
  accessible,
}, info) => {
  const seller = await makeSeller();
  const customers = ['T1', 'T2'];
  await connect(seller, customers, info);
  await logInAnew(seller);
  const ids = async () => {
    const reply = await page.request.get('/user/customer-list-app2?page=1&limit=10&filterDate=0');
    return ((await reply.json()) as { users: { _id: string }[] }).users.map(({ _id }) => _id).sort();
  };
  const before = await ids();
  expect(before).toHaveLength(customers.length);

  await page.goto(paths.home.href());
  await menu(page).click();
  await expect(item(page, 'حساب کاربری')).toContainText('فعال');
  await item(page, 'حساب کاربری').click();
  const dialog = questions(page);
  await accessible();
  await dialog.getByRole('textbox').fill('حذف');
  await dialog.getByRole('button', { name: 'حذف حساب' }).click();
  // The words stand for a second and a half before the session ends.
  await expect(dialog.getByText('تا لحظه‌ای دیگر از حساب خود خارج می‌شوید.')).toBeVisible();
  await expect(page).toHaveURL(/\/log-in$/);
  expect((await page.request.get('/user/checkAddedSellers')).status()).toBe(401);

  await logInAnew(seller);
  expect(await ids()).toEqual([]);
  await page.goto(paths.home.href());
  await menu(page).click();
  await expect(item(page, 'حساب کاربری')).toContainText('غیرفعال');
  await item(page, 'حساب کاربری').click();
  await expect(page.getByText('برای فعال سازی، مشتریان خود را متصل کنید.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await connect(seller, customers, info);
  expect(await ids()).toEqual(before);
});
