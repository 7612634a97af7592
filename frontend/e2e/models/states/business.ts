import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { toGateway } from '../sellerMenu';
import { button, cut, press, type State, shows } from './state';

const menu = async (page: Page, part: string): Promise<void> => {
  await page.goto(`${paths.home.href()}?menu=${part}`);
  await page.getByRole('dialog').waitFor();
};
const word = (page: Page) => page.getByRole('alertdialog').getByRole('textbox');
const isOpen = async (page: Page, isActive: boolean): Promise<void> => {
  const response = await page.request.post('/user/activationToggle', { data: { isActive } });
  expect(response.status(), await response.text()).toBe(200);
};

export const BUSINESS: readonly State[] = [
  {
    name: 'home of a store that is closed',
    reach: async (page) => {
      await isOpen(page, false);
      await page.goto(paths.home.href());
      await page.getByRole('list', { name: 'بخش‌ها' }).waitFor();
    },
  },
  {
    name: 'the products of a store that is closed',
    reach: async (page) => {
      await page.goto(paths.products.href());
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'the word before a store is opened',
    reach: async (page) => {
      await menu(page, 'status');
      await press(page, /^فروشگاه/);
      await word(page).fill('غلط');
    },
  },
  {
    name: 'the word before a store is closed, not answered',
    reach: async (page) => {
      await isOpen(page, true);
      await menu(page, 'status');
      await cut(page, '**/user/activationToggle');
      await press(page, /^فروشگاه/);
      await word(page).fill('غیرفعال');
      await press(page, 'غیرفعال کردن');
      await shows(page, /^پاسخ سرور نرسید/);
    },
  },
  {
    name: 'an account that may not be deleted',
    reach: async (page) => {
      await menu(page, 'status');
      await press(page, /^حساب کاربری/);
      await word(page).fill('حذف');
      await press(page, 'حذف حساب');
      await page.getByRole('link', { name: 'مشتریان دارای سفارش باز' }).waitFor();
    },
  },
  {
    name: 'a plan that is chosen',
    reach: async (page) => {
      await menu(page, 'subscription');
      await page.getByRole('radio').first().check();
    },
  },
  {
    name: 'a purchase without an answer',
    reach: async (page) => {
      await menu(page, 'subscription');
      await cut(page, '**/market/subscription-purchase-app2');
      await page.getByRole('radio').first().check();
      await press(page, 'خرید اشتراک');
      await press(page, 'پرداخت');
      await shows(page, /^پاسخ سرور نرسید/);
    },
  },
  {
    name: 'the built-in gateway',
    reach: async (page) => {
      await toGateway(page, /اشتراک یک ماهه/);
      await button(page, 'پرداخت').waitFor();
    },
  },
  {
    name: 'a purchase that was given up',
    reach: async (page) => {
      await toGateway(page, /اشتراک یک ماهه/);
      await press(page, 'انصراف');
      await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
      await shows(page, /از پرداخت منصرف شدید/);
    },
  },
  {
    name: 'the receipt of a purchase',
    reach: async (page) => {
      await toGateway(page, /اشتراک دو ماهه/);
      await press(page, 'پرداخت');
      await page.getByRole('link', { name: 'بازگشت به پنل' }).click();
      await shows(page, 'پرداخت شما با موفقیت انجام شد.');
    },
  },
  {
    name: 'a subscription of several periods',
    reach: async (page) => {
      await menu(page, 'subscription');
      await page.getByRole('list', { name: 'دوره‌های اشتراک' }).waitFor();
    },
  },
  {
    name: 'a payment that the bank has not confirmed',
    reach: async (page) => {
      await toGateway(page, /اشتراک یک ماهه/);
      await page.goto(paths.home.href());
      await shows(page, /هنوز از بانک تأیید نشده است/);
    },
  },
  {
    name: 'the plans beside a payment that waits',
    reach: async (page) => {
      await menu(page, 'subscription');
      await shows(page, /^پرداخت پیشین شما/);
    },
  },
];

/** Of the demo's seller: its own store has no commission yet. */
export const COMMISSION: readonly State[] = [
  {
    name: 'the orders of a line of a commission invoice',
    reach: async (page, { known }) => {
      await page.goto(paths.invoice.href(known.invoice));
      await press(page, 'سفارش‌های این ردیف');
      await page.getByRole('list', { name: 'سفارش‌های فروش' }).getByRole('listitem').first().waitFor();
    },
  },
];

export const WITHOUT_A_PLAN: readonly State[] = [
  {
    name: 'home without a plan',
    reach: async (page) => {
      await page.goto(paths.home.href());
      await shows(page, /^هنوز اشتراکی نخریده‌اید/);
    },
  },
  {
    name: 'the store without a plan',
    reach: async (page) => {
      await menu(page, 'status');
      await press(page, /^فروشگاه/);
      await shows(page, /^برای فعال کردن فروشگاه، اشتراک فعال لازم است/);
    },
  },
  { name: 'the plans, of which none was bought', reach: async (page) => menu(page, 'subscription') },
];
