import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { own, productNamed, putBack, typeNow } from '../models/productPage';
import { dismiss } from '../models/toast';
import { Workbook } from '../models/workbook';

const persian = (value: number): string => new Intl.NumberFormat('fa-IR').format(value);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('انتخاب فایل').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('the whole catalogue goes out as a file, and its changes come back in @both', async ({
  page,
  logIn,
  accessible,
}) => {
  await logIn();
  const [code, title] = own(['P025', 'پفک نمکی'], ['P026', 'چیپس سرکه‌نمکی']);
  const refused = own('P028-2', 'P029-1');
  const product = await productNamed(page, title);
  const [first, second] = product.productTypes;
  if (!first || !second) throw new Error('two types are needed');
  const price = Math.round(first.priceSelOne * 1.5);

  await page.goto('/products');
  await page.getByRole('button', { name: 'فایل اکسل' }).click();
  const file = await downloaded(page, () => page.getByRole('menuitem', { name: 'دریافت فایل اکسل' }).click());
  expect(file.name).toMatch(/^products-14\d\d-\d\d-\d\d\.xlsx$/);
  await expect(page.getByText(`فایل «${file.name}» دریافت شد.`)).toBeVisible();
  await dismiss(page);

  // Others work in the same catalogue at this moment: their rows stay out of it.
  const book = new Workbook(file.content);
  expect(book.rows.length).toBeGreaterThan(60);
  book.keep('کد نوع', [`${code}-1`, `${code}-2`, refused]);
  book.set('کد نوع', `${code}-1`, 'قیمت فروش', String(price));
  book.set('کد نوع', `${code}-2`, 'موجودی', String(second.mojoody + 3));
  book.set('کد نوع', refused, 'قیمت خرید', 'ارزان');

  await page.getByRole('button', { name: 'فایل اکسل' }).click();
  await page.getByRole('menuitem', { name: 'بارگذاری فایل اکسل' }).click();
  await expect(page).toHaveURL(/\/products-import$/);
  await send(page, file.name, book.save());

  await expect(page.getByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
  const changes = page.getByRole('region', { name: 'تغییرها', exact: true });
  await expect(changes).toContainText(persian(first.priceSelOne));
  await expect(changes).toContainText(persian(price));
  await expect(changes.getByText('جهش: ۵۰\u200f٪ افزایش')).toBeVisible();
  await expect(changes).toContainText(persian(second.mojoody + 3));
  const rejected = page.getByRole('region', { name: 'ردیف‌های ردشده' });
  await expect(rejected).toContainText('ارزان');
  await expect(rejected).toContainText('قیمت خرید');
  await accessible();
  await changes.getByRole('button', { name: 'فقط جهش‌های قیمت' }).click();
  await expect(changes.getByText(second.nameNoeMahsool)).toHaveCount(0);
  expect((await typeNow(page, product._id, first._id)).priceSelOne, 'before the commit').toBe(first.priceSelOne);

  try {
    await page.getByRole('button', { name: 'ثبت ۲ ردیف' }).click();
    const question = page.getByRole('alertdialog', { name: 'ثبت ۱ جهش قیمت' });
    await question.getByRole('button', { name: 'بله، ثبت شود' }).click();
    await expect(page.getByRole('heading', { name: 'بخشی از تغییرها ثبت شد' })).toBeVisible();
    await expect(page.getByText('۲ ردیف با موفقیت ثبت شد.')).toBeVisible();

    const failed = new Workbook(
      (await downloaded(page, () => page.getByRole('button', { name: 'دریافت ردیف‌های ردشده' }).click())).content,
    );
    expect(failed.headings.at(-1)).toBe('علت');
    expect(failed.rows.map(({ cells }) => cells['کد نوع'])).toEqual([refused]);
    expect(failed.rows[0]?.cells['علت']).not.toBe('');

    await page.getByRole('link', { name: 'دیدن محصولات' }).click();
    await page.goto(`/products?search=${encodeURIComponent(title)}`);
    await expect(page.getByRole('article', { name: title })).toContainText(persian(price));
    expect((await typeNow(page, product._id, second._id)).mojoody).toBe(second.mojoody + 3);
  } finally {
    await putBack(page, product._id, first);
    await putBack(page, product._id, second);
  }
});

test('what is no file of products is refused with what is wrong with it', async ({ page, logIn, allowed }) => {
  allowed.push(/422/);
  await logIn();
  await page.goto('/products-import');
  await send(page, 'prices.pdf', Buffer.from('%PDF'));
  await expect(page.getByRole('alert')).toContainText('این فایل اکسل یا CSV نیست');
  await send(page, 'prices.csv', Buffer.from('کد محصول,نام محصول\nP1,چای\n'));
  await expect(page.getByRole('alert')).toContainText('کد نوع');
  await send(page, 'prices.xlsx', Buffer.from('this is no workbook'));
  await expect(page.getByRole('alert')).not.toContainText('کد نوع');
  await expect(page.getByRole('heading', { name: 'فایل محصولات را انتخاب کنید' })).toBeVisible();
});

test('a file that changes nothing has nothing to commit', async ({ page, logIn }) => {
  await logIn();
  const { content } = await downloaded(page, async () => {
    await page.goto('/products-import');
    await page.getByRole('button', { name: 'دریافت فایل اکسل' }).click();
  });
  const book = new Workbook(content);
  book.keep('کد نوع', ['P038-1']);
  await page.getByLabel('انتخاب فایل').setInputFiles({ name: 'same.xlsx', mimeType: XLSX, buffer: book.save() });
  await expect(page.getByText('چیزی تغییر نمی‌کند.')).toBeVisible();
  await page.getByRole('button', { name: 'انتخاب فایل دیگر' }).click();
  await expect(page.getByRole('heading', { name: 'فایل محصولات را انتخاب کنید' })).toBeVisible();
});
