import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { png, turnedPhoto } from '../models/picture';
import { own, productNamed, visitProduct } from '../models/productPage';

const BIG = 6 * 1024 * 1024;

/** The sheet with the picture of the first type of a product that nobody else changes. */
async function openSheet(page: Page): Promise<{ sheet: Locator; name: string; typeId: string }> {
  const product = await productNamed(page, own('شکلات تخته‌ای فندقی', 'کیک دوقلو کاکائویی'));
  const [type] = product.productTypes;
  if (!type) throw new Error('no type');
  // What an earlier run left behind.
  await page.request.delete(`/market/product-type-image-app2/${type._id}`);
  await visitProduct(page, product);
  const name = `${product.title}، ${type.nameNoeMahsool}`;
  await page.getByRole('button', { name: `تغییر تصویر ${name}` }).click();
  const sheet = page.getByRole('dialog', { name: `تصویر ${name}` });
  await expect(sheet).toBeVisible();
  return { sheet, name, typeId: type._id };
}

const choose = (sheet: Locator, name: string, buffer: Buffer) =>
  sheet
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const sizeOf = (image: Locator) =>
  image.evaluate((element) => {
    const { naturalWidth, naturalHeight } = element as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });

test('a large picture is made smaller, sent, shown, and removed again', async ({ page, logIn }) => {
  await logIn();
  const { sheet, name } = await openSheet(page);
  await expect(sheet.getByText('این نوع تصویر خود را ندارد؛ تصویر محصول نشان داده می‌شود.')).toBeVisible();
  const large = Buffer.concat([png(4_000, 2_000), Buffer.alloc(BIG)]);
  await choose(sheet, 'large.png', large);
  await expect(sheet.getByRole('img', { name: `تصویر تازه ${name}` })).toBeVisible();

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/market/product-type-image-app2/')),
    sheet.getByRole('button', { name: 'ثبت تصویر' }).click(),
  ]);
  expect(await request.headerValue('content-type')).toBe('image/jpeg');
  await expect(page.getByText('تصویر با موفقیت ثبت شد.')).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: `تغییر تصویر ${name}` }).click();
  const present = sheet.getByRole('img', { name: `تصویر فعلی ${name}` });
  await expect(present).toHaveAttribute('src', /^\/media\/[^/]+\/960\.jpg$/);
  await expect.poll(async () => (await sizeOf(present))[0]).toBeGreaterThan(0);
  const small = await page.request.get(((await present.getAttribute('src')) ?? '').replace(/960\.jpg$/, '96.jpg'));
  expect([small.status(), small.headers()['content-type']]).toEqual([200, 'image/jpeg']);

  await sheet.getByRole('button', { name: 'حذف تصویر' }).click();
  await page.getByRole('alertdialog', { name: 'تصویر حذف شود؟' }).getByRole('button', { name: 'حذف' }).click();
  await expect(page.getByText('تصویر حذف شد.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: `تغییر تصویر ${name}` }).click();
  await expect(sheet.getByText('این نوع تصویر خود را ندارد؛ تصویر محصول نشان داده می‌شود.')).toBeVisible();
});

test('a photo that was taken upright stands upright', async ({ page, logIn }) => {
  await logIn();
  const { sheet, name, typeId } = await openSheet(page);
  await choose(sheet, 'photo.jpg', await turnedPhoto(page));
  const next = sheet.getByRole('img', { name: `تصویر تازه ${name}` });
  await expect.poll(() => sizeOf(next)).toEqual([200, 400]);
  await sheet.getByRole('button', { name: 'ثبت تصویر' }).click();
  await expect(page.getByText('تصویر با موفقیت ثبت شد.')).toBeVisible();
  await page.getByRole('button', { name: `تغییر تصویر ${name}` }).click();
  const present = sheet.getByRole('img', { name: `تصویر فعلی ${name}` });
  await expect(present).toHaveAttribute('src', /^\/media\//);
  // The former picture stands until the new one has come.
  await expect
    .poll(async () => {
      const [width = 0, height = 0] = await sizeOf(present);
      return height / width;
    })
    .toBe(2);
  await page.request.delete(`/market/product-type-image-app2/${typeId}`);
});

test('what is no picture is not sent, and a phone offers its camera @both', async ({ page, logIn }) => {
  await logIn();
  const { sheet } = await openSheet(page);
  await choose(sheet, 'text.png', Buffer.from('hello, this is a text'));
  await expect(sheet.getByRole('alert')).toContainText('نوع فایل باید JPEG، PNG یا WebP باشد.');
  await choose(sheet, 'torn.png', png(50, 50).subarray(0, 20));
  await expect(sheet.getByRole('alert')).toContainText('تصویر خوانده نشد');
  await expect(sheet.getByRole('button', { name: 'گرفتن عکس' })).toHaveCount(own(1, 0));
});
