import type { APIRequestContext, Page } from '@playwright/test';
import { expect, operator, test } from '../fixtures';
import { device } from '../models/device';
import { makeSeller, type OwnSeller } from '../models/ownSeller';

const NEW_PASSWORD = 'یک رمز تازه و بلند';

type Who = Pick<OwnSeller, 'cellphone' | 'password'>;

const isIn = async (request: APIRequestContext): Promise<boolean> =>
  (await request.get('/user/validate-token-app2')).status() === 200;
const canLogIn = async (request: APIRequestContext, { cellphone, password }: Who): Promise<boolean> =>
  (await request.post('/auth/login-app2', { data: { cellphone, password } })).status() === 200;

async function logInByForm(page: Page, { cellphone, password }: Who): Promise<void> {
  await page.goto('/log-in');
  await page.getByLabel('شماره تلفن همراه').fill(cellphone);
  await page.getByLabel('رمز عبور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
}

const cards = (page: Page) => page.getByRole('region', { name: 'نشست‌های باز' }).getByRole('article');
const toSessions = async (page: Page) => page.getByRole('link', { name: 'نشست‌ها و رمز عبور' }).click();
const passwordForm = (page: Page) => page.getByRole('form', { name: 'تغییر رمز عبور' });

async function typePasswords(page: Page, current: string, next: string): Promise<void> {
  const form = passwordForm(page);
  await form.getByLabel('رمز عبور فعلی').fill(current);
  await form.getByLabel('رمز عبور تازه', { exact: true }).fill(next);
  await form.getByLabel('تکرار رمز عبور تازه').fill(next);
}
const changePassword = async (page: Page) => passwordForm(page).getByRole('button').last().click();

test('somebody who has lost a phone puts it out, then all others, and this one @both', async ({
  page,
  browser,
  baseURL,
  accessible,
}) => {
  const seller = await makeSeller();
  const lost = await device({ browser, baseURL }, seller);
  const kept = await device({ browser, baseURL }, seller);
  await logInByForm(page, seller);
  await toSessions(page);
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('همین دستگاه');
  await expect(cards(page).filter({ hasText: 'Chrome · Android' })).toHaveCount(2);
  await accessible();

  // The one that was used last stands before the other.
  expect(await isIn(kept.request)).toBe(true);
  await cards(page).last().getByRole('button', { name: 'پایان نشست' }).click();
  const question = page.getByRole('alertdialog', { name: 'پایان نشست' });
  await expect(question).toContainText('Chrome · Android');
  await accessible();
  await question.getByRole('button', { name: 'پایان نشست' }).click();
  await expect(page.getByText('نشست با موفقیت پایان یافت.')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  expect((await Promise.all([lost, kept].map(async ({ request }) => isIn(request)))).filter(Boolean)).toHaveLength(1);

  await page.getByRole('button', { name: 'پایان همه نشست‌های دیگر' }).click();
  const others = page.getByRole('alertdialog', { name: 'پایان همه نشست‌های دیگر' });
  await others.getByRole('button', { name: 'پایان همه نشست‌های دیگر' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'پایان همه نشست‌های دیگر' })).toHaveCount(0);
  for (const { request } of [lost, kept]) expect(await isIn(request)).toBe(false);

  await page.reload();
  await cards(page).getByRole('button', { name: 'خروج از حساب' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'خروج', exact: true }).click();
  await expect(page).toHaveURL(/\/log-in$/);
  await Promise.all([lost.close(), kept.close()]);
});

test('an operator sees the own sessions and changes the password of nobody else', async ({ page, logInAnew }) => {
  await logInAnew(operator);
  await page.goto('/find-order');
  await toSessions(page);
  await expect(cards(page).first()).toContainText('همین دستگاه');
  await page.getByRole('link', { name: 'تغییر رمز عبور' }).click();
  await expect(passwordForm(page)).toBeVisible();
  await expect(page.getByRole('form', { name: 'تغییر شماره همراه' })).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/find-order$/);
});

test('whoever logs in an eleventh time is told what has ended', async ({ page, request }) => {
  const seller = await makeSeller();
  for (let count = 0; count < 10; count += 1) expect(await canLogIn(request, seller)).toBe(true);
  await logInByForm(page, seller);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText(/هم‌زمان حداکثر ۱۰ نشست ممکن است/)).toBeVisible();
  await toSessions(page);
  await expect(cards(page)).toHaveCount(10);
  await expect(page.getByText(/هم‌زمان حداکثر ده نشست ممکن است/)).toBeVisible();
});

test.describe('another password', () => {
  // The browser itself reports refusals and lost answers on its console.
  test.use({ allowed: [/400 \(Bad Request\).*\/user\/password-app2|401 \(Unauthorized\)|net::ERR_FAILED/] });

  test('is set by the one of today, puts every other device out, and this one goes on @both', async ({
    page,
    browser,
    baseURL,
    accessible,
  }) => {
    const seller = await makeSeller();
    const other = await device({ browser, baseURL }, seller);
    await logInByForm(page, seller);
    await page.getByRole('link', { name: 'تنظیمات', exact: true }).first().click();
    // The page that is being left has a link of that name, too.
    await expect(page.getByRole('heading', { name: 'تنظیمات', level: 1 })).toBeVisible();
    await toSessions(page);
    await page.getByRole('link', { name: 'تغییر رمز عبور' }).click();
    await typePasswords(page, 'not-the-password', NEW_PASSWORD);
    await changePassword(page);
    await expect(page.getByText('رمز عبور فعلی نادرست است.')).toBeVisible();
    await accessible();
    await passwordForm(page).getByLabel('رمز عبور فعلی').fill(seller.password);
    await changePassword(page);
    await expect(page).toHaveURL(/\/sessions$/);
    await expect(page.getByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    expect(await isIn(other.request)).toBe(false);
    expect(await canLogIn(other.request, seller)).toBe(false);
    expect(await canLogIn(other.request, { ...seller, password: NEW_PASSWORD })).toBe(true);
    await page.reload();
    await expect(cards(page)).toHaveCount(2);
    await page.goBack();
    await expect(page).toHaveURL(/\/settings$/);
    await other.close();
  });

  test('whose answer was lost is told of, and logs in', async ({ page, context }) => {
    const seller = await makeSeller();
    await logInByForm(page, seller);
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/password');
    await page.route(
      '**/user/password-app2',
      async (route) => {
        const before = await context.cookies();
        await route.fetch();
        // The new cookies were on the answer.
        await context.addCookies(before);
        await route.abort();
      },
      { times: 1 },
    );
    await typePasswords(page, seller.password, NEW_PASSWORD);
    await changePassword(page);
    // As soon as the page reaches the server again, it meets the end of its session; what was said stays in sight.
    await expect(page).toHaveURL(/\/log-in$/);
    await expect(page.getByText(/شاید رمز تغییر کرده باشد/)).toBeVisible();
    await expect(page.getByText('نشست شما معتبر نیست. دوباره وارد شوید.')).toBeVisible();
    await page.getByLabel('شماره تلفن همراه').fill(seller.cellphone);
    await page.getByLabel('رمز عبور', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'ورود', exact: true }).click();
    await expect(page).toHaveURL(/\/password$/);
    await expect(passwordForm(page).getByLabel('رمز عبور فعلی')).toHaveValue('');
  });
});

/** All that a seller's form asks for: a number is changed together with it. */
async function completeRecord(request: APIRequestContext, seller: OwnSeller): Promise<void> {
  const data = {
    _SellerType: 2,
    _isActive: false,
    _SellerTitle: 'فروشگاه آزمون',
    _SellerRepresentative: 'نماینده آزمون',
    _cellPhone: seller.cellphone,
    _SellerCode: seller.cellphone,
    _SellerNationalCode: '0012345679',
    _SellerWorkStartDate: '1404/01/01',
    _username: `t${seller.cellphone}`,
    _password: '**********',
    _SellerAddress: 'تهران',
    _SellerUpdatePrice: 'روزانه',
    _SellerNationalCard: true,
    _SellerTypeOfCollaboration: 1,
    _SellerAgreedCommission: 5,
    _SellerAgreedCommissionPayDateTime: '1405/12/01',
    _SellerAccountNumberOrBankCardNumber: '6037997123456783',
    _SellerShabaNumber: '820540102680020817909002',
  };
  const answer = await request.post('/user/edit-seller-app2', { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.describe('another phone number', () => {
  // The browser itself reports the refusal on its console.
  test.use({ allowed: [/400 \(Bad Request\).*\/user\/edit-seller-app2/] });

  test('is set by the password, and is what one logs in with', async ({ page, browser, baseURL, accessible }) => {
    const seller = await makeSeller();
    const other = await device({ browser, baseURL }, seller);
    await completeRecord(other.request, seller);
    await logInByForm(page, seller);
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/password');
    const form = page.getByRole('form', { name: 'تغییر شماره همراه' });
    const moved = { ...seller, cellphone: `0914${seller.cellphone.slice(4)}` };
    await form.getByLabel('شماره همراه تازه').fill(moved.cellphone);
    await form.getByLabel('رمز عبور فعلی').fill('not-the-password');
    await form.getByRole('button', { name: 'تغییر شماره' }).click();
    await expect(form.getByText('رمز عبور فعلی نادرست است.')).toBeVisible();
    await accessible();
    await form.getByLabel('رمز عبور فعلی').fill(seller.password);
    await form.getByRole('button', { name: 'تغییر شماره' }).click();
    await expect(form.getByLabel('شماره همراه تازه')).toHaveValue('');
    await expect(form.getByRole('definition')).toContainText('۰۹۱۴');
    expect(await isIn(other.request)).toBe(false);
    expect(await isIn(page.request)).toBe(true);
    expect(await canLogIn(other.request, seller)).toBe(false);
    expect(await canLogIn(other.request, moved)).toBe(true);
    await other.close();
  });
});
