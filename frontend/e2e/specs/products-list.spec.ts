import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { itemAt, items, whole } from '../models/list';
import { listed, visitProducts } from '../models/productList';
import { saveButton, sellField } from '../models/productPage';
import { shelfStore } from '../models/shelfStore';

const asList = (page: Page) =>
  page.addInitScript(() => {
    if (window.location.protocol !== 'about:') window.localStorage.setItem('pishkhan.products-view', 'list');
  });

/** The first type of a product by its place in the list, from 0. */
const typeAt = async (page: Page, place: number) => (await listed(page)).product[place]?.productTypes[0];

test('a phone lists eight types at once, and a price is changed within five presses of home @phone', async ({
  page,
}, info) => {
  await shelfStore(page, info, 12);
  await visitProducts(page);
  await page.getByRole('button', { name: 'نمای فهرست' }).click();
  await expect(items(page).nth(8)).toBeVisible();
  expect(await whole(page)).toBeGreaterThanOrEqual(8);

  await page.goto('/home');
  await page.getByRole('list', { name: 'بخش‌ها', exact: true }).getByRole('link', { name: 'محصولات' }).click();
  await page.getByRole('button', { name: 'ویرایش پسته ۰۱ یک کیلویی' }).click();
  await sellField(page).click();
  await sellField(page).fill('370000');
  await saveButton(page).click();
  await expect(items(page).first()).toContainText('فروش ۳۷۰٬۰۰۰');
  expect(await typeAt(page, 0)).toMatchObject({ priceSelOne: 370_000, priceBuyOne: 310_000, mojoody: 90 });

  // The list is remembered, and what has run out is one choice away.
  await page.reload();
  await page.getByRole('button', { name: 'هر موجودی' }).click();
  await page.getByRole('menuitemradio', { name: 'ناموجود' }).click();
  await expect(page).toHaveURL(/\?stock=out$/);
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText('پسته ۰۲');
});

test('a wide screen edits its figures by keyboard, row after row, and writes what was typed alone @wide', async ({
  page,
}, info) => {
  await asList(page);
  await shelfStore(page, info, 3);
  let writes = 0;
  page.on('request', (request) => {
    if (request.url().includes('edit-productType-app2')) writes += 1;
  });
  await visitProducts(page);
  await expect(items(page)).toHaveCount(3);
  const figureAt = (place: number, name: RegExp) => itemAt(page, place).getByRole('button', { name });
  const fieldAt = (place: number, name: string) => itemAt(page, place).getByRole('textbox', { name });
  const sell = 'قیمت فروش (تومان)';
  await figureAt(1, /^قیمت خرید/).focus();
  // Forward is to the left; what was not typed into is not written.
  await page.keyboard.press('ArrowLeft');
  await expect(figureAt(1, /^قیمت فروش/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fieldAt(1, sell)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(fieldAt(2, sell)).toBeFocused();
  expect(writes).toBe(0);
  await page.keyboard.type('372000');
  await page.keyboard.press('ArrowUp');
  await expect(fieldAt(1, sell)).toBeFocused();
  expect(await typeAt(page, 1)).toMatchObject({ priceSelOne: 372_000 });
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(fieldAt(1, 'موجودی')).toBeFocused();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expect(figureAt(1, /^موجودی: ۷۷/)).toBeFocused();
  expect(await typeAt(page, 0)).toMatchObject({ mojoody: 77, priceSelOne: 365_000 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('99');
  await page.keyboard.press('Escape');
  await expect(figureAt(1, /^موجودی: ۷۷/)).toBeFocused();
  expect(writes).toBe(2);
});

test('a column from a spreadsheet is pasted, looked at, and saved at once @wide', async ({ page, context }, info) => {
  await asList(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shelfStore(page, info, 12);
  await visitProducts(page);
  await expect(items(page)).toHaveCount(12);
  await page.evaluate(() => navigator.clipboard.writeText('366000\r\n۳۶۷٬۰۰۰\r\n368000\r\n'));
  await itemAt(page, 2)
    .getByRole('button', { name: /^قیمت فروش/ })
    .click();
  await expect(itemAt(page, 2).getByRole('textbox', { name: 'قیمت فروش (تومان)' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByText('قیمت فروش')).toHaveCount(3);
  await expect(table.getByText('موجودی')).toHaveCount(0);
  await page.getByRole('button', { name: /^ثبت ۳ ردیف/ }).click();
  await page.getByRole('link', { name: 'دیدن محصولات' }).click();
  await expect(itemAt(page, 4).getByRole('button', { name: /^قیمت فروش.*۳۶۸٬۰۰۰/ })).toBeVisible();
  const { product } = await listed(page);
  const sold = product.map(({ productTypes }) => productTypes[0]?.priceSelOne);
  expect(sold.slice(0, 5)).toEqual([365_000, 366_000, 367_000, 368_000, 365_000]);
});
