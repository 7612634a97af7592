import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { localDigits } from '../../src/shared/lib/digits';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { device } from '../models/device';
import { makeSeller } from '../models/ownSeller';
import { placeOrder } from '../models/placedOrder';

const cards = (page: Page) => page.getByRole('list', { name: 'فعالیت‌ها' }).getByRole('article');
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'نوع فعالیت' }).getByRole('button', { name });

/** As the page says who did it. */
async function ownName(page: Page): Promise<string> {
  const answer = await page.request.get('/user/validate-token-app2');
  const { user } = (await answer.json()) as { user: { firstName: string; lastName: string } };
  return `${user.firstName} ${user.lastName}`.trim();
}

test('a seller finds what it has changed, by its name and from this session, and takes it along as a file @both', async ({
  page,
  logIn,
  accessible,
}, info) => {
  await logIn(sellers.exclusive);
  const { code, orderId } = await placeOrder('exclusive', info, 1);
  const note = 'پیش از ظهر فرستاده شود';
  const written = await page.request.post(`/market/order-update-app2-toz/${orderId}`, { data: { sellerToz: note } });
  expect(written.status(), await written.text()).toBe(200);
  await page.goto(paths.activity.href());
  const told = cards(page)
    .filter({ hasText: localDigits(code) })
    .filter({ has: page.getByRole('heading', { name: 'توضیح سفارش تغییر کرد' }) });
  await expect(told).toHaveCount(1);
  await expect(told).toContainText(await ownName(page));
  await expect(told).toContainText('همین نشست');
  await expect(told).toContainText(note);
  await accessible();

  await kind(page, 'مشتریان').click();
  await expect(page).toHaveURL(/\?kind=customers$/);
  await expect(told).toHaveCount(0);
  await kind(page, 'سفارش‌ها').click();
  await expect(page).toHaveURL(/\?kind=orders$/);
  await expect(told).toHaveCount(1);

  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'دریافت CSV' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('activity.csv');
  const text = await readFile(await download.path(), 'utf8');
  // Without the byte order mark Excel takes it for a Latin file.
  expect(text.codePointAt(0)).toBe(0xfeff);
  expect(text).toContain(code);
  expect(text).toContain(note);

  await told.getByRole('button', { name: 'تاریخچه سفارش' }).click();
  const history = page.getByRole('dialog', { name: 'تاریخچه سفارش' });
  await expect(history.getByText('توضیحات تغییر کرد')).toBeVisible();
  await page.goBack();
  await expect(history).toBeHidden();
  await expect(page).toHaveURL(/\?kind=orders$/);
});

test('a session that is ended is told of, and so is the log-in', async ({ page, browser, baseURL, logInByForm }) => {
  const seller = await makeSeller();
  const other = await device({ browser, baseURL }, seller);
  await logInByForm(seller);
  await page.getByRole('link', { name: 'نشست‌ها و رمز عبور' }).click();
  await page.getByRole('button', { name: 'پایان نشست' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'پایان نشست' }).click();
  await expect(page.getByText('نشست با موفقیت پایان یافت.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'فعالیت‌ها' }).click();
  await expect(page).toHaveURL(/\/activity$/);
  const ended = cards(page).filter({ has: page.getByRole('heading', { name: 'نشست پایان یافت' }) });
  await expect(ended).toHaveCount(1);
  await expect(ended).toContainText('همین نشست');
  // From here, and from the other device.
  const started = cards(page).filter({ has: page.getByRole('heading', { name: 'ورود به پنل' }) });
  await expect(started).toHaveCount(2);
  await expect(started.filter({ hasText: 'همین نشست' })).toHaveCount(1);

  await kind(page, 'سفارش‌ها').click();
  await expect(page.getByText('کاری از این نوع ثبت نشده است.')).toBeVisible();
  await kind(page, 'ورود و رمز').click();
  await expect(ended).toHaveCount(1);
  await page.getByRole('link', { name: 'بازگشت' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  await other.close();
});
