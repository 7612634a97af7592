import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { sellers } from '../../fixtures';
import { cut, hold, press, type State, shows } from './state';

const logIn = async (page: Page, cellphone: string, password: string): Promise<void> => {
  await page.goto(paths.logIn.href());
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await page.getByLabel('رمز عبور', { exact: true }).fill(password);
  await press(page, 'ورود');
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
