import type { Page } from '@playwright/test';
import { expect, test, themes } from '../fixtures';
import {
  choosePaper,
  makeWorked,
  openOrders,
  paper,
  printed,
  read,
  sheetOf,
  visit,
  withSameHead,
} from '../models/invoicePaper';
import { readPdf } from '../models/pdf';

const onPhone = () => test.info().project.name === 'phone';

/** An order of its own for each test in each project: they run side by side. */
async function orderFor(page: Page, number: 0 | 1 | 2 | 3): Promise<string> {
  const orders = await openOrders(page);
  const orderId = orders[2 * number + (onPhone() ? 0 : 1)];
  expect(orderId, 'the demo has customers with open orders').toBeTruthy();
  return orderId ?? '';
}

const pdf = async (page: Page) => readPdf(await page.pdf({ preferCSSPageSize: true }));

test('the worked order comes out to the toman, on the screen, on A4 and on a strip', async ({ page, logIn }) => {
  await logIn();
  const orderId = await orderFor(page, 0);
  await makeWorked(page, orderId);
  await withSameHead(page);
  await visit(page, orderId);
  const amounts = ['۳٬۷۸۰٬۰۰۰', '۲٬۷۳۶٬۰۰۰', '۳٬۴۸۰٬۰۰۰', '۹٬۹۹۶٬۰۰۰', '۸۹۹٬۶۴۰', '۳۵۰٬۰۰۰', '۱۱٬۲۴۵٬۶۴۰'];
  for (const amount of amounts) await expect(paper(page)).toContainText(amount);
  await expect(paper(page)).toContainText('۹\u200f٪ مالیات و ارزش افزوده');
  await expect(paper(page)).toContainText('یازده میلیون و دویست و چهل و پنج هزار و ششصد و چهل تومان');

  const sheet = await pdf(page);
  expect(sheet.pages).toHaveLength(1);
  expect([Math.round(sheet.width), Math.round(sheet.height)]).toEqual([210, 297]);
  for (const amount of amounts) expect(sheet.pages[0]).toContain(amount);
  expect(sheet.pages[0]).toContain('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  // Static cuts of our own file, embedded: nothing is drawn by hand, and no digit is Latin.
  expect(sheet.fonts).toEqual(['Vazirmatn-Bold', 'Vazirmatn-Regular']);
  expect(sheet.drawnFonts).toBe(false);
  expect(sheet.pages[0]).not.toMatch(/[0-9]/);

  await choosePaper(page, '۸۰ میلی‌متری');
  const strip = await pdf(page);
  expect(strip.pages).toHaveLength(1);
  expect(Math.round(strip.width)).toBe(80);
  expect(strip.height).toBeGreaterThan(150);
  for (const amount of amounts) expect(strip.pages[0]).toContain(amount);
  expect(strip.fonts).toEqual(['Vazirmatn-Bold', 'Vazirmatn-Regular']);
});

test('sixty lines fill several sheets, each with its head and its number, and one long strip', async ({
  page,
  logIn,
}) => {
  test.slow();
  await logIn();
  const orderId = await orderFor(page, 1);
  await makeWorked(page, orderId);
  await withSameHead(page, 60);
  await visit(page, orderId);
  await choosePaper(page, '۸۰ میلی‌متری');
  const strip = await pdf(page);
  expect(strip.pages).toHaveLength(1);
  expect(strip.height).toBeGreaterThan(600);

  await choosePaper(page, 'A4');
  const { pages } = await pdf(page);
  expect(pages.length).toBeGreaterThan(2);
  const digits = (value: number) => String(value).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)));
  for (const [at, text] of pages.entries()) {
    expect(text).toContain(`صفحه ${digits(at + 1)} از ${digits(pages.length)}`);
    expect(text, 'the order of every sheet').toContain('۱۴۰۵-۰۸-۰۰۰۱۲۳');
    if (at < pages.length - 1) expect(text, 'the head of every table').toContain('ردیف');
  }
  // Every product stands on one sheet: as many heads as products, none of them repeated.
  expect(pages.join(' ').match(/ردیف/g)).toHaveLength(60);
});

test('only the paper is printed, black on white, in both themes @wide', async ({ page, logIn, useTheme }) => {
  await logIn();
  const orderId = await orderFor(page, 2);
  await makeWorked(page, orderId);
  await withSameHead(page);
  await visit(page, orderId);
  for (const theme of themes) {
    await useTheme(theme);
    await expect(paper(page)).toBeVisible();
    for (const [name, width] of [
      ['A4', 703],
      ['۸۰ میلی‌متری', 272],
    ] as const) {
      await choosePaper(page, name);
      const before = page.viewportSize() ?? { width: 1440, height: 900 };
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.locator('main')).toBeHidden();
      await expect(printed(page)).toBeVisible();
      await expect(printed(page).locator('input, textarea, button')).toHaveCount(0);
      if (process.platform === 'linux') {
        // One picture for both themes. The fonts are our own files, so that only the edges of the letters may move
        // when Chromium's rasteriser does: 0.3 % of the paper. A line more or less is ten times that.
        await expect(printed(page)).toHaveScreenshot(`worked-${name === 'A4' ? 'a4' : 'roll'}.png`, {
          maxDiffPixelRatio: 0.003,
          mask: [printed(page).locator('header img')],
          animations: 'disabled',
        });
      }
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize(before);
    }
  }
});

test('quantities, the paper total and the note are saved together, once, whatever happens to the answer @both', async ({
  page,
  logIn,
  allowed,
}) => {
  allowed.push(/Failed to load resource/);
  await logIn();
  const orderId = await orderFor(page, 3);
  await makeWorked(page, orderId);
  const { order: before } = await sheetOf(page, orderId);
  await visit(page, orderId);
  const note = `تسویه نقدی ${test.info().project.name}`;
  if (onPhone()) await page.getByRole('button', { name: 'ویرایش', exact: true }).click();
  const fields = onPhone() ? page.getByRole('dialog', { name: 'ویرایش فاکتور' }) : paper(page);
  await fields.getByRole('textbox').first().fill('۴');
  await fields.getByLabel('مبلغ فاکتور کاغذی').fill('12600000');
  await fields.getByLabel('توضیحات فروشنده').fill(note);
  if (onPhone()) await fields.getByRole('button', { name: 'دیدن برگه' }).click();
  await expect(paper(page)).toContainText('۱۲٬۶۱۹٬۰۴۰');

  // Back asks first.
  await page.getByRole('button', { name: 'بازگشت' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ماندن' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  // The server does the work, and its answer is lost on the way.
  let lost = 0;
  await page.route('**/market/order-update-cp/*', async (route) => {
    const response = await route.fetch();
    if (lost === 0) {
      lost += 1;
      await route.abort('connectionreset');
    } else {
      await route.fulfill({ response });
    }
  });
  await page.getByRole('button', { name: 'ذخیره تغییرات' }).click();
  await page.getByRole('button', { name: 'ارسال دوباره' }).click();
  await expect(page.getByRole('button', { name: 'ارسال دوباره' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'ذخیره تغییرات' })).toBeHidden();
  const { order: after, joz } = await sheetOf(page, orderId);
  expect(after).toMatchObject({ version: before.version + 1, PaperBill: 12_600_000, sellerToz: note });
  expect(joz.products[0]?.options[0]?.quantity).toBe(4);

  // Somebody else writes in between: nothing of ours is lost, and nothing of theirs.
  await page.unroute('**/market/order-update-cp/*');
  await page.reload();
  await expect(paper(page)).toContainText('۱۲٬۶۱۹٬۰۴۰');
  if (onPhone()) await page.getByRole('button', { name: 'ویرایش', exact: true }).click();
  await fields.getByRole('textbox').first().fill('5');
  if (onPhone()) await fields.getByRole('button', { name: 'دیدن برگه' }).click();
  await page.request.post(`/market/order-update-app2-toz/${orderId}`, {
    data: { sellerToz: 'با پیک', customerToz: await customerNote(page, orderId) },
  });
  await page.getByRole('button', { name: 'ذخیره تغییرات' }).click();
  await expect(page.getByRole('alert')).toContainText('روی نسخه تازه سفارش نگه داشته شد');
  await page.getByRole('button', { name: 'ذخیره تغییرات' }).click();
  await expect(page.getByRole('button', { name: 'ذخیره تغییرات' })).toBeHidden();
  const { order: merged, joz: goods } = await sheetOf(page, orderId);
  expect(merged.sellerToz).toBe('با پیک');
  expect(goods.products[0]?.options[0]?.quantity).toBe(5);
});

const customerNote = async (page: Page, orderId: string): Promise<string> =>
  (await read<{ toz: string }>(page, `/market/fetch-order-joz-app2/${orderId}`)).toz;

test('the preview fits the screen @both', async ({ page, logIn }) => {
  await logIn();
  const [orderId = ''] = await openOrders(page);
  await page.goto('/seller-customers');
  await visit(page, orderId);
  for (const name of ['A4', '۸۰ میلی‌متری'] as const) {
    await choosePaper(page, name);
    await expect(paper(page)).toBeVisible();
    const box = await paper(page).boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= (page.viewportSize()?.width ?? 0)).toBe(true);
  }
  await page.getByRole('dialog').getByTitle('بستن').click();
  await expect(page).toHaveURL(/\/seller-customers$/);
  await expect(page.getByRole('dialog')).toBeHidden();
});
