import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import type { OwnSeller } from '../ownSeller';
import { cut, hold, press, type State, shows } from './state';

const NEW_PASSWORD = 'یک رمز تازه و بلند';

/** The page goes on with the last of these log-ins, and the others are other devices'. */
async function logIn(page: Page, { cellphone, password }: OwnSeller, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect((await page.request.post('/auth/login-app2', { data: { cellphone, password } })).status()).toBe(200);
}

async function typePasswords(page: Page, current: string): Promise<void> {
  await page.goto(paths.password.href());
  const form = page.getByRole('form', { name: 'تغییر رمز عبور' });
  await form.getByLabel('رمز عبور فعلی').fill(current);
  await form.getByLabel('رمز عبور تازه', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel('تکرار رمز عبور تازه').fill(NEW_PASSWORD);
  await press(page, 'تغییر رمز عبور');
}

/** Of the store of its own: it logs in again, and again. */
export const ACCOUNT: readonly State[] = [
  {
    name: 'a session that is ended',
    reach: async (page, { store }) => {
      await logIn(page, store);
      await page.goto(paths.sessions.href());
      await press(page, 'پایان نشست');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a session that was not ended',
    reach: async (page, { store }) => {
      await logIn(page, store);
      await page.goto(paths.sessions.href());
      await cut(page, '**/user/session-end-app2');
      await press(page, 'پایان نشست');
      await page.getByRole('alertdialog').getByRole('button', { name: 'پایان نشست' }).click();
      await shows(page, 'ارتباط با سرور برقرار نشد. اتصال اینترنت را بررسی کنید.');
    },
  },
  {
    name: 'sessions that made room',
    reach: async (page, { store }) => {
      await logIn(page, store, 11);
      await page.goto(paths.sessions.href());
      await shows(page, /هم‌زمان حداکثر ده نشست ممکن است/);
    },
  },
  {
    name: 'another password without a word',
    reach: async (page) => {
      await page.goto(paths.password.href());
      await press(page, 'تغییر رمز عبور');
      await shows(page, 'لطفاً رمز عبور فعلی را وارد کنید.');
    },
  },
  {
    name: 'another password that is refused',
    reach: async (page) => {
      await typePasswords(page, 'not-the-password');
      await shows(page, 'رمز عبور فعلی نادرست است.');
    },
  },
  {
    name: 'another password that is being set',
    reach: async (page) => {
      await hold(page, '**/user/password-app2');
      // What is held may arrive when the next state begins, and would change it.
      await typePasswords(page, 'not-the-password');
      await expect(page.getByRole('button', { name: 'در حال تغییر' })).toBeVisible();
    },
  },
  {
    name: 'another password whose answer was lost',
    reach: async (page, { store }) => {
      await cut(page, '**/user/password-app2');
      await typePasswords(page, store.password);
      await shows(page, /شاید رمز تغییر کرده باشد/);
    },
  },
  {
    name: 'another phone number without a word',
    reach: async (page) => {
      await page.goto(paths.password.href());
      await press(page, 'تغییر شماره');
      await shows(page, 'لطفاً شماره تلفن همراه را وارد کنید.');
    },
  },
];
