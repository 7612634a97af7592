import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { makeSeller, type OwnSeller } from '../models/ownSeller';
import { smsCode } from '../models/smsCode';

const NEW_PASSWORD = 'یک رمز تازه و بلند';

const persian = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));
const code = (page: Page) => page.getByLabel('کد تأیید');
const change = (page: Page) => page.getByRole('button', { name: 'تغییر رمز عبور' });

async function typePasswords(page: Page): Promise<void> {
  await page.getByLabel('رمز عبور تازه', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('تکرار رمز عبور تازه').fill(NEW_PASSWORD);
}

/** From the log-in page, with the phone typed there. */
async function askForCode(page: Page, { cellphone }: OwnSeller): Promise<void> {
  await page.goto('/log-in');
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await page.getByRole('link', { name: 'رمز عبور را فراموش کرده‌اید؟' }).click();
  await expect(page.getByLabel('شماره تلفن همراه')).toHaveValue(persian(cellphone));
  await page.getByRole('button', { name: 'دریافت کد' }).click();
  await expect(code(page)).toBeFocused();
}

test.describe('a forgotten password', () => {
  // Each test logs in first: a network that a phone is known from has its own codes, however many tests ask.
  test('a person without a password gets in again, and every other device is out @both', async ({
    page,
    playwright,
    baseURL,
    accessible,
    allowed,
  }) => {
    allowed.push(/400 \(Bad Request\).*\/auth\/reset-password-app2/);
    const seller = await makeSeller();
    const device = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const credentials = { cellphone: seller.cellphone, password: seller.password };
    expect((await device.post('/auth/login-app2', { data: credentials })).status()).toBe(200);

    await askForCode(page, seller);
    const sent = await smsCode(seller.cellphone);
    await typePasswords(page);
    await accessible();
    // Somebody else's code, or a slip.
    await code(page).fill(sent === '111111' ? '222222' : '111111');
    await change(page).click();
    await expect(page.getByText('کد تأیید نادرست یا منقضی است.')).toBeVisible();
    await expect(code(page)).toBeFocused();
    await accessible();
    // As it stands in the message, pasted in Persian digits; the password has stayed.
    await code(page).fill(`${persian(sent.slice(0, 3))} ${persian(sent.slice(3))}`);
    await change(page).click();
    await expect(page).toHaveURL(/\/log-in$/);
    await expect(page.getByText('رمز عبور تغییر کرد. با رمز تازه وارد شوید.')).toBeVisible();
    expect((await device.get('/user/validate-token-app2')).status()).toBe(401);
    await device.dispose();

    await expect(page.getByLabel('شماره تلفن همراه')).toHaveValue(persian(seller.cellphone));
    await page.getByLabel('رمز عبور', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'ورود', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('whoever reads the message goes on after a reload, and Back does not lead into a used code', async ({
    page,
    request,
  }) => {
    const seller = await makeSeller();
    expect((await request.post('/auth/login-app2', { data: seller })).status()).toBe(200);
    await request.post('/auth/logout-app2');
    await askForCode(page, seller);
    const sent = await smsCode(seller.cellphone);
    await page.reload();
    await expect(page.getByRole('button', { name: /ارسال دوباره تا/ })).toBeDisabled();
    await code(page).fill(sent);
    await typePasswords(page);
    await change(page).click();
    await expect(page).toHaveURL(/\/log-in$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/log-in$/);
    await expect(page.getByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
  });
});
