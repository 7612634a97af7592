import type { Page } from '@playwright/test';
import { expect, sellers, test } from '../fixtures';
import { dismiss } from '../models/toast';

/** Tests run side by side: in each project they write to a store of its own, where nobody places orders. */
const ownStore = () => (test.info().project.name === 'phone' ? sellers.child : sellers.normal);

async function visit(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'تنظیمات تحویل' })).toBeVisible();
}

/** Opens a section in edit mode and gives its form. */
async function edit(page: Page, name: string) {
  await page.getByRole('button', { name: `ویرایش ${name}`, exact: true }).click();
  const form = page.getByRole('form', { name });
  await expect(form).toBeVisible();
  return form;
}

const save = (page: Page) => page.getByRole('button', { name: 'ذخیره', exact: true }).click();
const saved = (page: Page) => expect(page.getByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
const localDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));

test('order settings are saved and still there after a reload', async ({ page, logIn }) => {
  await logIn(ownStore());
  await visit(page);
  const form = await edit(page, 'تنظیمات سفارش');
  const packages = form.getByLabel('حداقل خرید بسته');
  const wanted = (await packages.inputValue()) === '۴' ? 5 : 4;
  await packages.fill(String(wanted));
  await save(page);
  await saved(page);
  await page.reload();
  const again = await edit(page, 'تنظیمات سفارش');
  await expect(again.getByLabel('حداقل خرید بسته')).toHaveValue(localDigits(wanted));
});

test('the seller’s data is saved, and the password stays', async ({ page, logInAnew }) => {
  // The child's data is not complete, and could not be saved.
  const who = test.info().project.name === 'phone' ? sellers.exclusive : sellers.normal;
  await logInAnew(who);
  await visit(page);
  const form = await edit(page, 'تنظیمات فروشنده');
  const address = form.getByLabel('آدرس');
  const wanted = `تهران، جاده مخصوص کرج، پلاک ${(await address.inputValue()).endsWith('۱۸') ? '۱۹' : '۱۸'}`;
  await address.fill(wanted);
  await save(page);
  await saved(page);
  await page.reload();
  await expect((await edit(page, 'تنظیمات فروشنده')).getByLabel('آدرس')).toHaveValue(wanted);
  await page.getByRole('button', { name: 'لغو', exact: true }).click();
  await logInAnew(who);
});

test.describe('another phone number', () => {
  // The browser itself reports the refusal on its console.
  test.use({ allowed: [/400 \(Bad Request\)/] });

  test('takes the password of today', async ({ page, logIn, accessible }) => {
    await logIn(test.info().project.name === 'phone' ? sellers.exclusive : sellers.normal);
    await visit(page);
    const form = await edit(page, 'تنظیمات فروشنده');
    const current = form.getByLabel('رمز عبور فعلی', { exact: true });
    await expect(current).toBeHidden();
    await form.getByLabel('تلفن همراه').fill('09120999999');
    await save(page);
    await expect(form.getByText('رمز عبور فعلی را وارد کنید.')).toBeVisible();
    await accessible();
    await current.fill('not-the-password');
    await save(page);
    await expect(form.getByText('رمز عبور فعلی نادرست است.')).toBeVisible();
    await page.getByRole('button', { name: 'لغو', exact: true }).click();
  });
});

test('tiers that overlap are refused in their place; mended, they are saved together', async ({ page, logIn }) => {
  await logIn(ownStore());
  await visit(page);
  const form = await edit(page, 'تخفیفات مبلغی');
  const cards = form.getByRole('article');
  for (let left = await cards.count(); left > 0; left -= 1)
    await form
      .getByRole('button', { name: /^حذف پله/ })
      .first()
      .click();
  const rows = [
    ['1000000', '5000000', '2'],
    ['5000000', '9000000', '2.5'],
  ] as const;
  for (const [index, [from, to, percent]] of rows.entries()) {
    await form.getByRole('button', { name: 'افزودن پله' }).click();
    const card = cards.nth(index);
    await card.getByLabel('از', { exact: true }).fill(from);
    await card.getByLabel('تا', { exact: true }).fill(to);
    await card.getByLabel('درصد تخفیف').fill(percent);
  }
  await save(page);
  await expect(page.getByText('بازههای تخفیف نباید همپوشانی داشته باشند')).toBeVisible();
  await cards.nth(1).getByLabel('از', { exact: true }).fill('5000001');
  await save(page);
  await saved(page);
  await page.reload();
  await page
    .getByRole('button', { name: /^تخفیفات مبلغی/ })
    .last()
    .click();
  await expect(page.getByText('۵٬۰۰۰٬۰۰۱ تومان')).toBeVisible();
});

test('a brand goes on and off at once', async ({ page, logIn }) => {
  await logIn(ownStore());
  await visit(page);
  await page
    .locator('#section-brands')
    .getByRole('button', { name: /^تنظیمات برندها/ })
    .click();
  const chips = page.getByRole('group', { name: 'تنظیمات برندها' });
  const chip = chips.getByRole('button').first();
  const name = (await chip.textContent()) ?? '';
  const before = (await chip.getAttribute('aria-pressed')) === 'true';
  await chip.click();
  await expect(page.getByText(before ? 'با موفقیت حذف شد' : 'با موفقیت اضافه شد')).toBeVisible();
  await page.reload();
  await page
    .locator('#section-brands')
    .getByRole('button', { name: /^تنظیمات برندها/ })
    .click();
  await expect(chips.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', String(!before));
});

test('a normal seller’s period leads to the date that the server confirms', async ({ page, logIn }) => {
  await logIn(ownStore());
  await visit(page);
  const form = await edit(page, 'تنظیمات تحویل');
  // The end first: a start that comes after the end that is there is refused at once.
  await form.getByLabel('پایان دوره سفارش', { exact: true }).fill('14050925');
  await form.getByLabel('شروع دوره سفارش', { exact: true }).fill('14050901');
  await form.getByLabel('مهلت آماده‌سازی').selectOption('1');
  // 25 Azar, one day, one more: a Friday is passed over.
  const shown = form.getByRole('note').locator('strong time');
  const date = await shown.textContent();
  expect(date).toContain('آذر ۱۴۰۵');
  await save(page);
  await saved(page);
  await expect(page.locator('#section-delivery strong time')).toHaveText(date ?? '');
});

for (const [name, who] of [
  ['special', sellers.special],
  ['exclusive', sellers.exclusive],
] as const) {
  test(`a seller of type ${name} has days and a cut-off time`, async ({ page, logIn }) => {
    await logIn(who);
    await visit(page);
    const form = await edit(page, 'تنظیمات تحویل');
    await form.getByLabel('تحویل پس از ثبت سفارش').selectOption('3');
    await form.getByLabel('پایان ساعت سفارش').fill('1530');
    await save(page);
    await saved(page);
    await expect(page.locator('#section-delivery').getByText('۱۵:۳۰')).toBeVisible();
  });
}

test('an exclusive seller has no terms of cooperation', async ({ page, logIn }) => {
  await logIn(sellers.exclusive);
  await visit(page);
  const form = await edit(page, 'تنظیمات فروشنده');
  await expect(form.getByLabel('عنوان فروشنده')).toBeVisible();
  await expect(form.getByLabel('شماره شبا')).toHaveCount(0);
});

test('one section at a time, and leaving asks', async ({ page, logIn }) => {
  await logIn();
  await visit(page);
  const form = await edit(page, 'تنظیمات سفارش');
  await form.getByLabel('هزینه ارسال').fill('123456');
  await page.getByRole('button', { name: 'ویرایش تخفیفات حجمی' }).click();
  await expect(page.getByText('پیش از ادامه، موارد ناتمام را ذخیره یا لغو کنید.')).toBeVisible();
  await dismiss(page);
  await page.getByRole('link', { name: 'بستن' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ماندن' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('button', { name: 'لغو', exact: true }).click();
  await page.getByRole('link', { name: 'بستن' }).first().click();
  await expect(page).toHaveURL(/\/home$/);
});

test.describe('in two tabs', () => {
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('of two tabs the slower one is asked, and loses nothing', async ({ page, context, logIn }) => {
    await logIn(ownStore());
    await visit(page);
    const mine = await edit(page, 'توضیحات فروشگاه');
    // Of this run alone: what stands already changes nothing.
    const run = `${test.info().project.name} ${Date.now().toString(36)}`;
    const words = `از زبانه نخست، ${run}`;
    const typed = async (form: typeof mine, text: string): Promise<void> => {
      if ((await form.getByRole('article').count()) === 0)
        await form.getByRole('button', { name: 'افزودن کارت' }).click();
      await form.getByRole('article').first().getByRole('textbox').fill(text);
    };
    await typed(mine, words);

    const tab = await context.newPage();
    await visit(tab);
    const theirs = `از زبانه دوم، ${run}`;
    await typed(await edit(tab, 'توضیحات فروشگاه'), theirs);
    await save(tab);
    await saved(tab);

    await save(page);
    const question = page.getByRole('alertdialog', { name: '«توضیحات فروشگاه» در جای دیگری تغییر کرده است' });
    await expect(question.getByText(theirs)).toBeVisible();
    await tab.reload();
    await tab
      .getByRole('button', { name: /^توضیحات فروشگاه/ })
      .last()
      .click();
    await expect(tab.getByText(theirs)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    // Of a card that both have changed mine stays; of two new ones both do.
    const standing = async () =>
      mine.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLTextAreaElement).value));
    await expect.poll(standing).toContain(words);

    await typed(await edit(tab, 'توضیحات فروشگاه'), `${theirs} باز هم`);
    await save(tab);
    await saved(tab);
    await save(page);
    await expect(question.getByText(`${theirs} باز هم`)).toBeVisible();
    await question.getByRole('button', { name: 'نگه داشتن' }).click();
    await saved(page);
    await tab.reload();
    await tab
      .getByRole('button', { name: /^توضیحات فروشگاه/ })
      .last()
      .click();
    await expect(tab.getByText(words)).toBeVisible();
  });
});
