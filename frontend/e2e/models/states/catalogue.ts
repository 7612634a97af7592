import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { png } from '../picture';
import { button, cut, type Here, hold, press, type State, shows } from './state';

const SAVES = '**/market/edit-productType-app2';
const COLUMNS = 'product_code,title,brand,category,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock';
const row = (sell: number | string) => `X001,پسته خام,دانه‌چین,آجیل,X001-1,یک کیلویی,کارتن,12,310000,${sell},90000`;

const sell = (page: Page) => page.getByLabel('قیمت فروش (تومان)');
const edit = async (page: Page, { store }: Here): Promise<void> => {
  await page.goto(paths.product.href(store.product));
  await press(page, /^ویرایش /);
  await sell(page).waitFor();
};
/** What another tab has saved meanwhile. */
const saveElsewhere = async (page: Page, here: Here, price: number): Promise<void> => {
  const other = await page.context().newPage();
  await edit(other, here);
  await sell(other).fill(String(price));
  await press(other, 'ذخیره تغییرات');
  await shows(other, 'تغییرات با موفقیت ذخیره شد');
  await other.close();
};
const send = async (page: Page, name: string, rows: readonly string[]): Promise<void> => {
  await page.goto(paths.productsImport.href());
  const buffer = Buffer.from([COLUMNS, ...rows, ''].join('\n'));
  await page.getByLabel('انتخاب فایل').setInputFiles({ name, mimeType: 'text/csv', buffer });
};
const picture = async (page: Page, { store }: Here): Promise<void> => {
  await page.goto(paths.product.href(store.product));
  await press(page, /^تغییر تصویر/);
  await page.getByRole('dialog').waitFor();
};
const choosePicture = async (page: Page, buffer: Buffer): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer });

export const CATALOGUE: readonly State[] = [
  { name: 'a type that is edited', reach: edit },
  {
    name: 'a type with faults',
    reach: async (page, here) => {
      await edit(page, here);
      await sell(page).fill('1');
      await page.getByRole('textbox', { name: 'موجودی' }).fill('');
      await press(page, 'ذخیره تغییرات');
      await shows(page, 'قیمت فروش نباید کمتر از قیمت خرید باشد.');
    },
  },
  {
    name: 'a type that is edited without a network',
    reach: async (page, here) => {
      await edit(page, here);
      await sell(page).fill('400000');
      await page.context().setOffline(true);
      await shows(page, /^اینترنت قطع است\./);
    },
  },
  {
    name: 'a type whose change was not answered',
    reach: async (page, here) => {
      await edit(page, here);
      await cut(page, SAVES);
      await sell(page).fill('400000');
      await press(page, 'ذخیره تغییرات');
      const toast = page.locator('[role="alertdialog"][data-tone]');
      await toast.getByRole('button').first().focus();
    },
  },
  {
    name: 'a type that was changed elsewhere',
    reach: async (page, here) => {
      await edit(page, here);
      await sell(page).fill('410000');
      await saveElsewhere(page, here, 420_000 + (Date.now() % 1000));
      await press(page, 'ذخیره تغییرات');
      await button(page, 'خواندن نسخه تازه').waitFor();
    },
  },
  {
    name: 'a type beside what another tab has made of it',
    reach: async (page, here) => {
      await edit(page, here);
      await sell(page).fill('430000');
      await saveElsewhere(page, here, 440_000 + (Date.now() % 1000));
      await press(page, 'ذخیره تغییرات');
      await press(page, 'خواندن نسخه تازه');
      await button(page, 'جایگزین کن').waitFor();
    },
  },
  {
    name: 'a type that is edited in the list',
    reach: async (page) => {
      await page.goto(paths.products.href());
      await press(page, /^ویرایش /);
      await sell(page).waitFor();
    },
  },
  {
    name: 'a picture that is chosen',
    reach: async (page, here) => {
      await picture(page, here);
      await choosePicture(page, png(400, 300));
      await button(page, 'ثبت تصویر').waitFor();
    },
  },
  {
    name: 'a picture that waits',
    reach: async (page, here) => {
      await picture(page, here);
      await hold(page, '**/market/product*image-app2/**');
      await choosePicture(page, png(400, 300));
      await press(page, 'ثبت تصویر');
      await page.getByRole('progressbar', { name: 'در حال ارسال تصویر' }).waitFor();
    },
  },
  {
    name: 'what is no picture',
    reach: async (page, here) => {
      await picture(page, here);
      await choosePicture(page, Buffer.from('this is a text'));
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  {
    name: 'the question before a picture is removed',
    reach: async (page, here) => {
      await picture(page, here);
      await choosePicture(page, png(400, 300));
      await press(page, 'ثبت تصویر');
      await shows(page, 'تصویر با موفقیت ثبت شد.');
      await picture(page, here);
      await press(page, 'حذف تصویر');
      await expect(page.getByRole('alertdialog', { name: 'تصویر حذف شود؟' })).toBeVisible();
    },
  },
  {
    name: 'a file that is none',
    reach: async (page) => {
      await send(page, 'prices.pdf', []);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a file that waits',
    reach: async (page) => {
      await hold(page, '**/market/products-import-preview-app2');
      await send(page, 'prices.csv', [row(500_000)]);
      await shows(page, 'در حال ارسال فایل');
    },
  },
  {
    name: 'a file without a row',
    reach: async (page) => {
      await send(page, 'prices.csv', []);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a file with a leap of a price and a refused row',
    reach: async (page) => {
      await send(page, 'prices.csv', [row(900_000), row('ارزان').replaceAll('X001-1', 'X001-2')]);
      await page.getByRole('region', { name: 'ردیف‌های ردشده' }).waitFor();
    },
  },
  {
    name: 'the question before a leap of a price',
    reach: async (page) => {
      await send(page, 'prices.csv', [row(900_000)]);
      await press(page, 'ثبت ۱ ردیف');
      await expect(page.getByRole('alertdialog', { name: 'ثبت ۱ جهش قیمت' })).toBeVisible();
    },
  },
  {
    name: 'a file that is committed in part',
    reach: async (page) => {
      await send(page, 'prices.csv', [row(380_000 + (Date.now() % 1000)), row('ارزان').replaceAll('X001-1', 'X001-2')]);
      await press(page, 'ثبت ۱ ردیف');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'بله، ثبت شود' })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      await shows(page, 'بخشی از تغییرها ثبت شد');
    },
  },
];

export const OF_A_CHILD: readonly State[] = [
  {
    name: 'a product that may not be changed',
    reach: async (page, { known }) => {
      await page.goto(paths.product.href(known.product));
      await shows(page, 'حساب شما اجازه ویرایش محصولات را ندارد.');
    },
  },
];
