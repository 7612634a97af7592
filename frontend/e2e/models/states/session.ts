import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { sellers } from '../../fixtures';
import { makeSeller } from '../ownSeller';
import { cut, hold, press, type State, shows } from './state';

const logIn = async (page: Page, cellphone: string, password: string): Promise<void> => {
  await page.goto(paths.logIn.href());
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await page.getByLabel('رمز عبور', { exact: true }).fill(password);
  await press(page, 'ورود');
};
const ask = async (page: Page, cellphone: string, by: string): Promise<void> => {
  await page.goto(paths.forgetPassword.href());
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await press(page, by);
};
const setPassword = async (page: Page, password: string): Promise<void> => {
  // Well-formed, and nobody's.
  await page.goto(`${paths.setPassword.href()}#${'A'.repeat(43)}`);
  await page.getByLabel('رمز عبور تازه', { exact: true }).fill(password);
  await page.getByLabel('تکرار رمز عبور تازه').fill(password);
  await press(page, 'ثبت رمز عبور');
};
/** A phone that nobody has, another one each time: no throttle remembers it. */
const nobody = () => `0999${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

export const SESSION: readonly State[] = [
  {
    name: 'a log-in without a word',
    reach: async (page) => {
      await page.goto(paths.logIn.href());
      await press(page, 'ورود');
      await shows(page, 'لطفاً رمز عبور را وارد کنید.');
    },
  },
  {
    name: 'a log-in with faults, and the password shown',
    reach: async (page) => {
      await logIn(page, '0812', 'short');
      await press(page, 'نمایش رمز');
      await shows(page, 'رمز عبور باید حداقل ۱۰ کاراکتر باشد.');
    },
  },
  {
    name: 'a log-in that waits',
    reach: async (page) => {
      await hold(page, '**/auth/login-app2');
      await logIn(page, nobody(), 'not-the-password');
      await expect(page.getByRole('button', { name: 'در حال ورود' })).toBeVisible();
    },
  },
  {
    name: 'a log-in that is refused',
    reach: async (page) => {
      await logIn(page, nobody(), 'not-the-password');
      await shows(page, 'شماره تلفن همراه یا رمز عبور نادرست است.');
    },
  },
  {
    name: 'a log-in without an answer',
    reach: async (page) => {
      await cut(page, '**/auth/login-app2');
      await logIn(page, nobody(), 'not-the-password');
      await shows(page, 'ارتباط با سرور برقرار نشد. اتصال اینترنت را بررسی کنید.');
    },
  },
  {
    name: 'a forgotten password without a phone number',
    reach: async (page) => {
      await ask(page, '', 'دریافت کد');
      await shows(page, 'لطفاً شماره تلفن همراه را وارد کنید.');
    },
  },
  {
    name: 'a code that is being asked for',
    reach: async (page) => {
      await hold(page, '**/auth/forget-password-app2');
      await ask(page, nobody(), 'دریافت کد');
      await expect(page.getByRole('button', { name: 'در حال ارسال' })).toBeVisible();
    },
  },
  {
    name: 'a code that is on its way',
    reach: async (page) => {
      const seller = await makeSeller();
      // Known from this network, where many ask.
      await page.request.post('/auth/login-app2', { data: seller });
      await page.request.post('/auth/logout-app2');
      await ask(page, seller.cellphone, 'دریافت کد');
      await expect(page.getByText(/دیگر معتبر است/)).toBeVisible();
    },
  },
  {
    name: 'a new password without a word',
    reach: async (page) => {
      await ask(page, nobody(), 'کد را دارم');
      await press(page, 'تغییر رمز عبور');
      await shows(page, 'لطفاً رمز عبور را دوباره وارد کنید.');
    },
  },
  {
    name: 'a code that is refused',
    reach: async (page) => {
      await ask(page, nobody(), 'کد را دارم');
      await page.getByLabel('کد تأیید').fill('123456');
      await page.getByLabel('رمز عبور تازه', { exact: true }).fill('یک رمز تازه و بلند');
      await page.getByLabel('تکرار رمز عبور تازه').fill('یک رمز تازه و بلند');
      await press(page, 'تغییر رمز عبور');
      await shows(page, 'کد تأیید نادرست یا منقضی است.');
    },
  },
  {
    name: 'a link that is not complete',
    reach: async (page) => {
      await page.goto(paths.setPassword.href());
      await shows(page, /^نشانی این صفحه کامل نیست/);
    },
  },
  {
    name: 'a password by a link without a word',
    reach: async (page) => {
      await setPassword(page, '');
      await shows(page, 'لطفاً رمز عبور را دوباره وارد کنید.');
    },
  },
  {
    name: 'a password by a link that waits',
    reach: async (page) => {
      await hold(page, '**/auth/set-password-app2');
      await setPassword(page, 'یک رمز تازه و بلند');
      await expect(page.getByRole('button', { name: 'در حال ثبت' })).toBeVisible();
    },
  },
  {
    name: 'a link that is refused',
    reach: async (page) => {
      await setPassword(page, 'یک رمز تازه و بلند');
      await shows(page, /^این پیوند نادرست/);
    },
  },
  {
    name: 'a link that is refused after a reply that was lost',
    reach: async (page) => {
      await cut(page, '**/auth/set-password-app2');
      await setPassword(page, 'یک رمز تازه و بلند');
      await shows(page, 'ارتباط با سرور برقرار نشد. اتصال اینترنت را بررسی کنید.');
      await page.unroute('**/auth/set-password-app2');
      await press(page, 'ثبت رمز عبور');
      await shows(page, /شاید رمز ثبت شده باشد/);
    },
  },
  {
    name: 'a log-in after the end of a session',
    reach: async (page) => {
      await page.request.post('/auth/login-app2', { data: sellers.normal });
      const cookies = await page.context().cookies();
      await page.request.post('/auth/logout-app2');
      await page.context().addCookies(cookies);
      await page.goto(paths.customers.href());
      await shows(page, 'نشست شما معتبر نیست. دوباره وارد شوید.');
    },
  },
];
