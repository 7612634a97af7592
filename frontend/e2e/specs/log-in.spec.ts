import type { Page } from '@playwright/test';
import { expect, sellers, test } from '../fixtures';

const enter = { name: 'ورود', exact: true } as const;

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'خروج از حساب' }).click();
  const question = page.getByRole('alertdialog', { name: 'خروج از حساب' });
  await question.getByRole('button', { name: 'خروج', exact: true }).click();
  await expect(page).toHaveURL(/\/log-in$/);
}

test.describe('log-in', () => {
  test('reads right to left and shows Persian digits for any keyboard', async ({ page }) => {
    await page.goto('/log-in');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const phone = page.getByLabel('شماره تلفن همراه');
    await phone.pressSequentially('0912٣۴56789000');
    await expect(phone).toHaveValue('۰۹۱۲۳۴۵۶۷۸۹');
  });

  test('names every fault before it asks the server', async ({ page }) => {
    await page.goto('/log-in');
    await page.getByRole('button', enter).click();
    await expect(page.getByText('لطفاً شماره تلفن همراه را وارد کنید.')).toBeVisible();
    await expect(page.getByText('لطفاً رمز عبور را وارد کنید.')).toBeVisible();
    await page.getByLabel('شماره تلفن همراه').fill('0912');
    await expect(page.getByText('تلفن همراه باید شامل ۱۱ عدد باشد.')).toBeVisible();
    await page.getByLabel('شماره تلفن همراه').fill('19120000001');
    await expect(page.getByText('تلفن همراه باید با ۰۹ شروع شود.')).toBeVisible();
    await page.getByLabel('رمز عبور', { exact: true }).fill('short');
    await expect(page.getByText('رمز عبور باید حداقل ۱۰ کاراکتر باشد.')).toBeVisible();
  });

  test.describe('refused', () => {
    // The browser itself reports the 401 on its console: of the call that asks who one is, and of the one that is refused.
    test.use({ allowed: [/401 \(Unauthorized\).*\/(user\/validate-token-app2|auth\/login-app2)$/] });

    test('leads from the splash page to the form, and from the form home', async ({ page, logInByForm }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'به پیشخوان خوش آمدید' })).toBeVisible();
      await expect(page).toHaveURL(/\/log-in$/, { timeout: 15_000 });
      await logInByForm(sellers.normal);
      await expect(page.getByRole('list', { name: 'بخش‌ها' }).getByRole('link', { name: 'مشتریان' })).toBeVisible();
      expect((await page.context().cookies()).map(({ name }) => name)).toContain('token');
    });

    test('says why, on the page too', async ({ page }) => {
      await page.goto('/log-in');
      // A phone that nobody has, another one each time: no throttle remembers it, of a real account or of this test.
      const nobody = `0999${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
      await page.getByLabel('شماره تلفن همراه').fill(nobody);
      await page.getByLabel('رمز عبور', { exact: true }).fill('not-the-password');
      await page.getByRole('button', enter).click();
      const form = page.getByRole('form', { name: 'ورود به پیشخوان' });
      await expect(form.getByText('شماره تلفن همراه یا رمز عبور نادرست است.')).toBeVisible();
      await expect(page).toHaveURL(/\/log-in$/);
    });

    test('a protected page leads to the form', async ({ page }) => {
      await page.goto('/home');
      await expect(page).toHaveURL(/\/log-in$/);
      await expect(page.getByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
    });

    test('a page that is opened after the end of the session says why, and comes after the log-in', async ({
      page,
      context,
      logInAnew,
      allowed,
    }) => {
      allowed.push(/401 \(Unauthorized\).*\/user\/customer-list-app2/);
      await logInAnew(sellers.normal);
      const cookies = await context.cookies();
      await page.request.post('/auth/logout-app2');
      await context.addCookies(cookies);
      await page.goto('/seller-customers');
      await expect(page).toHaveURL(/\/log-in$/);
      await expect(page.getByText('نشست شما معتبر نیست. دوباره وارد شوید.')).toBeVisible();
      await page.getByLabel('شماره تلفن همراه').fill(sellers.normal.cellphone);
      await page.getByLabel('رمز عبور', { exact: true }).fill(sellers.normal.password);
      await page.getByRole('button', enter).click();
      await expect(page).toHaveURL(/\/seller-customers$/);
      await expect(page.getByRole('heading', { name: 'مشتریان' })).toBeVisible();
    });

    test('what was left by logging out is not there again, by Back or by its address', async ({
      page,
      logInByForm,
    }) => {
      await logInByForm(sellers.normal);
      await logOut(page);
      await page.goBack();
      await expect(page).toHaveURL(/\/log-in$/);
      await page.goto('/home');
      await expect(page).toHaveURL(/\/log-in$/);
      await expect(page.getByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
    });
  });

  test('logging out asks, ends the session, and asks the server nothing more in its name', async ({
    page,
    logInByForm,
  }) => {
    await logInByForm(sellers.normal);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await logOut(page);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token');
    // Whatever the page still had to ask has been asked by then.
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });
});

test('seller types 2 and 3 see what is theirs', async ({ page, logInByForm }) => {
  await logInByForm(sellers.exclusive);
  const sections = page.getByRole('list', { name: 'بخش‌ها' });
  await expect(sections.getByRole('link', { name: 'محصولات' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'پیشخوان' })).toHaveCount(0);
  await expect(sections.getByRole('link', { name: 'صورتحساب' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'خروج از حساب' })).toHaveCount(0);
});

test('Back on the home page asks before it leaves', async ({ page, logInByForm }) => {
  await logInByForm(sellers.normal);
  await expect(page.getByRole('list', { name: 'بخش‌ها' })).toBeVisible();
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'خروج از برنامه' });
  await question.getByRole('button', { name: 'ماندن', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
});
