import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { WAITS } from '../screen';
import { cut, press, type State, shows } from './state';

const LIMITS = '**/seller/edit-HaddagalKharidErsalSefaresh-app2';

const visit = async (page: Page): Promise<void> => {
  await page.goto(paths.settings.href());
  await page.getByRole('button', { name: 'ویرایش تنظیمات تحویل' }).waitFor();
  await expect(page.locator(WAITS)).toHaveCount(0);
};
/** Opens a part where it is closed, and edits it. */
const edit = async (page: Page, section: string): Promise<void> => {
  await visit(page);
  const toggle = page.locator('button[aria-expanded="false"]', { hasText: section });
  if ((await toggle.count()) > 0) await toggle.first().click();
  await press(page, `ویرایش ${section}`);
  await page.getByRole('button', { name: 'لغو', exact: true }).waitFor();
};

const EDITED = [
  'تنظیمات فروشنده',
  'تنظیمات سفارش',
  'تخفیفات حجمی',
  'تخفیفات مبلغی',
  'تخفیفات واحدی',
  'سایر تخفیفات',
  'توضیحات فروشگاه',
  'تنظیمات تحویل',
];
const CHOSEN = ['تنظیمات برندها', 'تنظیمات مناطق'];

export const SETTINGS: readonly State[] = [
  ...EDITED.map((section): State => ({ name: `${section}, edited`, reach: async (page) => edit(page, section) })),
  ...CHOSEN.map(
    (section): State => ({
      name: `${section}, open`,
      reach: async (page) => {
        await visit(page);
        const toggle = page.locator('button[aria-expanded="false"]', { hasText: section });
        if ((await toggle.count()) > 0) await toggle.first().click();
      },
    }),
  ),
  {
    name: 'facts of the seller with faults',
    reach: async (page) => {
      await edit(page, 'تنظیمات فروشنده');
      await page.getByLabel('کد ملی').fill('1234567890');
      await page.getByLabel('شماره کارت').fill('6037');
      await press(page, 'ذخیره');
      await shows(page, 'کد ملی درست نیست.');
    },
  },
  {
    name: 'limits with a fault',
    reach: async (page) => {
      await edit(page, 'تنظیمات سفارش');
      await page.getByLabel('هزینه ارسال').fill('');
      await press(page, 'ذخیره');
      await shows(page, 'این فیلد نمیتواند خالی باشد');
    },
  },
  {
    name: 'tiers with faults',
    reach: async (page) => {
      await edit(page, 'تخفیفات حجمی');
      await press(page, 'افزودن پله');
      await page.getByLabel('از', { exact: true }).first().fill('500');
      await page.getByLabel('تا', { exact: true }).first().fill('100');
      await press(page, 'ذخیره');
      await page.getByRole('button', { name: 'لغو', exact: true }).waitFor();
    },
  },
  {
    name: 'cards with a fault',
    reach: async (page) => {
      await edit(page, 'سایر تخفیفات');
      await press(page, 'افزودن کارت');
      await press(page, 'ذخیره');
      await page.getByRole('button', { name: 'لغو', exact: true }).waitFor();
    },
  },
  {
    name: 'limits whose change was not answered',
    reach: async (page) => {
      await edit(page, 'تنظیمات سفارش');
      await cut(page, LIMITS);
      await page.getByLabel('هزینه ارسال').fill(String(9000 + (Date.now() % 1000)));
      await press(page, 'ذخیره');
      await page.locator('[role="alertdialog"][data-tone]').getByRole('button').first().focus();
    },
  },
  {
    name: 'limits that were changed elsewhere',
    reach: async (page) => {
      await edit(page, 'تنظیمات سفارش');
      const other = await page.context().newPage();
      await edit(other, 'تنظیمات سفارش');
      await other.getByLabel('هزینه ارسال').fill(String(9000 + (Date.now() % 1000)));
      await press(other, 'ذخیره');
      await shows(other, 'تغییرات با موفقیت ذخیره شد.');
      await other.close();
      await page.getByLabel('هزینه ارسال').fill('11000');
      await press(page, 'ذخیره');
      await expect(
        page.getByRole('alertdialog', { name: '«تنظیمات سفارش» در جای دیگری تغییر کرده است' }),
      ).toBeVisible();
    },
  },
  {
    name: 'a choice in which nothing is found',
    reach: async (page) => {
      await visit(page);
      const toggle = page.locator('button[aria-expanded="false"]', { hasText: 'تنظیمات برندها' });
      if ((await toggle.count()) > 0) await toggle.first().click();
      await page.getByRole('searchbox', { name: 'جستجوی برند' }).fill('ژژژژ');
      await shows(page, 'موردی با این نام نیست.');
    },
  },
];
