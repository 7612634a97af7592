import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { tool } from '../models/house';

const PASSWORD = 'یک رمز تازه و بلند';
const WRONG = 'این پیوند نادرست، استفاده شده یا منقضی است.';

const persian = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
const save = (page: Page) => page.getByRole('button', { name: 'ثبت رمز عبور' });
const newPhone = () => `0914${String(randomInt(10 ** 7)).padStart(7, '0')}`;

async function typePasswords(page: Page): Promise<void> {
  await page.getByLabel('رمز عبور تازه', { exact: true }).fill(PASSWORD);
  await page.getByLabel('تکرار رمز عبور تازه').fill(PASSWORD);
}

/** The page has come to the log-in, and knows the phone. */
async function logIn(page: Page, cellphone: string): Promise<void> {
  await expect(page.getByLabel('شماره تلفن همراه')).toHaveValue(persian(cellphone));
  await page.getByLabel('رمز عبور', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
}

test('an operator sets a password by the link that was made, once, and is shut out at once @both', async ({
  page,
  accessible,
  allowed,
}) => {
  allowed.push(/400 \(Bad Request\).*\/auth\/set-password-app2/, /401 \(Unauthorized\)/);
  const cellphone = newPhone();
  const link = await tool('operator', 'create', '--cellphone', cellphone, '--username', `op${cellphone}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'تعیین رمز عبور' })).toBeVisible();
  await typePasswords(page);
  await accessible();
  await save(page).click();
  await expect(page).toHaveURL(/\/log-in$/);
  await expect(page.getByText('رمز عبور تغییر کرد. با رمز تازه وارد شوید.')).toBeVisible();
  await logIn(page, cellphone);
  await expect(page).toHaveURL(/\/find-order$/);
  const [, secret = ''] = link.split('#');
  expect(asked.filter((url) => url.includes(secret) && !url.includes('#'))).toEqual([]);

  // Whoever finds the link later, in another tab.
  const late = await page.context().newPage();
  await late.goto(link);
  await typePasswords(late);
  await save(late).click();
  await expect(late.getByText(WRONG)).toBeVisible();
  await expect(late.getByText(/پیوند تازه را از کسی بخواهید/)).toBeVisible();
  await late.close();

  await tool('operator', 'disable', '--cellphone', cellphone);
  await page.reload();
  await expect(page).toHaveURL(/\/log-in/);
});

test('a reply that was lost leaves nobody without a password', async ({ page, allowed }) => {
  allowed.push(/400 \(Bad Request\).*\/auth\/set-password-app2/, /ERR_/);
  const cellphone = newPhone();
  const said = await tool(
    ...['create-seller', '--type', '1', '--title', 'فروشگاه آزمون'],
    ...['--cellphone', cellphone, '--username', `s${cellphone}`],
  );
  await page.goto(said.split('\n').at(-1) ?? '');
  await page.route(
    '**/auth/set-password-app2',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await typePasswords(page);
  await save(page).click();
  await expect(page.getByText(/اتصال اینترنت را بررسی/)).toBeVisible();
  await save(page).click();
  await expect(page.getByText(WRONG)).toBeVisible();
  await expect(page.getByText(/شاید رمز ثبت شده باشد/)).toBeVisible();
  await page.getByRole('link', { name: 'بازگشت به ورود' }).click();
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await logIn(page, cellphone);
  await expect(page).toHaveURL(/\/home$/);
});
