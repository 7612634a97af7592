import { expect, type Page } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { choose, firstQuantity } from '../orderPage';
import { localDigits } from '../productList';
import { button, cut, type Here, press, type State, shows } from './state';

const UPDATES = '**/market/order-update-app2/**';
const PRICES = '**/market/order-update-cp/**';

const visit = async (page: Page, { store }: Here): Promise<void> => {
  await page.goto(paths.order.href(store.customer, store.order));
  await page.getByRole('heading', { name: 'خلاصه سفارش' }).waitFor();
};
const list = ({ store }: Here) => paths.customerOrders.href(store.customer);
const openDialog = async (page: Page, here: Here): Promise<void> => {
  await page.goto(`${list(here)}?order=${here.store.order}`);
  await page.getByRole('dialog').getByRole('heading', { name: 'محصولات' }).waitFor();
};
const openPaper = async (page: Page, here: Here): Promise<void> => {
  await page.goto(`${list(here)}?invoice=${here.store.order}`);
  await page.getByRole('dialog').getByRole('button', { name: 'چاپ', exact: true }).waitFor();
};
const isPhone = (page: Page): boolean => page.viewportSize()?.width === 390;
const editPaper = async (page: Page, here: Here): Promise<void> => {
  await openPaper(page, here);
  // On a phone in a sheet of its own, elsewhere on the paper itself.
  if (isPhone(page)) await press(page, 'ویرایش');
  await note(page).waitFor();
};
const savePaper = async (page: Page): Promise<void> => {
  if (isPhone(page)) await press(page, 'دیدن برگه');
  await press(page, 'ذخیره تغییرات');
};
/** Another one each time. */
const figure = () => 100 + (Date.now() % 1000);
/** Another tab's note. */
const noteElsewhere = async (page: Page, { store }: Here): Promise<void> => {
  const data = { sellerToz: `یادداشت ${localDigits(figure())}` };
  expect((await page.request.post(`/market/order-update-app2-toz/${store.order}`, { data })).status()).toBe(200);
};
const decide = async (page: Page, { store }: Here, call: string): Promise<void> => {
  const response = await page.request.post(`/market/${call}/${store.order}`);
  expect(response.status(), await response.text()).toBe(200);
};
const setQuantity = async (page: Page, quantity: number): Promise<void> => {
  await firstQuantity(page).fill(String(quantity));
  await firstQuantity(page).press('Enter');
};
const note = (page: Page) => page.getByRole('textbox', { name: 'توضیحات فروشنده' });
const typeNote = (page: Page, text: string) => note(page).fill(text);

const PAGE: readonly State[] = [
  {
    name: 'an order that has just been changed',
    reach: async (page, here) => {
      await noteElsewhere(page, here);
      await visit(page, here);
      await setQuantity(page, figure());
      await shows(page, 'بروزرسانی با موفقیت انجام شد.');
      // Who reads a message keeps it.
      await page.locator('[role="alertdialog"][data-tone]').getByRole('button').first().focus();
    },
  },
  {
    name: 'an order whose change was not answered',
    reach: async (page, here) => {
      await visit(page, here);
      await cut(page, UPDATES);
      await setQuantity(page, figure());
      await button(page, 'ارسال دوباره').waitFor();
    },
  },
  {
    name: 'an order without a network',
    reach: async (page, here) => {
      await visit(page, here);
      await cut(page, UPDATES);
      await setQuantity(page, figure());
      await page.context().setOffline(true);
      await shows(page, /^اینترنت قطع است\./);
    },
  },
  {
    name: 'an order of more than there is',
    reach: async (page, here) => {
      await visit(page, here);
      await setQuantity(page, 95_000);
      await shows(page, /عدد بیش از موجودی/);
    },
  },
  {
    name: 'an order that may not be saved',
    reach: async (page, here) => {
      await visit(page, here);
      const pushed = page.waitForResponse(/order-update-app2\//);
      await setQuantity(page, 95_001);
      await pushed;
      await choose(page, 'ذخیره سفارش');
      await shows(page, 'موجودی این اقلام کمتر از سفارش است:');
    },
  },
  {
    name: 'a note that is full',
    reach: async (page, here) => {
      await visit(page, here);
      // With the quantity of the state before, the order could not be registered later on.
      const pushed = page.waitForResponse(/order-update-app2\//);
      await setQuantity(page, 50);
      expect((await pushed).status()).toBe(200);
      await press(page, 'ویرایش توضیحات');
      await typeNote(page, 'بسیار '.repeat(60));
      await shows(page, '۳۰۰ از ۳۰۰');
    },
  },
  {
    name: 'changes that an earlier visit has left unsent',
    reach: async (page, here) => {
      await visit(page, here);
      await press(page, 'ویرایش توضیحات');
      await typeNote(page, 'نیمه‌کاره');
      await page.reload();
      await expect(page.getByRole('alertdialog', { name: 'تغییرات ثبت‌نشده شما' })).toBeVisible();
    },
  },
  {
    name: 'an order that was changed elsewhere',
    reach: async (page, here) => {
      await visit(page, here);
      await noteElsewhere(page, here);
      await setQuantity(page, figure());
      await expect(page.getByRole('alertdialog', { name: 'این سفارش در جای دیگری تغییر کرده است' })).toBeVisible();
    },
  },
  {
    name: 'a decision on an order that was changed elsewhere',
    reach: async (page, here) => {
      await visit(page, here);
      await noteElsewhere(page, here);
      await choose(page, 'ذخیره سفارش');
      await page.getByRole('alertdialog').getByRole('button', { name: 'ذخیره', exact: true }).click();
      await expect(page.getByRole('alertdialog', { name: 'این سفارش در جای دیگری تغییر کرده است' })).toBeVisible();
    },
  },
  {
    name: 'the question before a line is removed',
    reach: async (page, here) => {
      await visit(page, here);
      await press(page, /^حذف /);
      await expect(page.getByRole('alertdialog', { name: 'حذف ردیف' })).toBeVisible();
    },
  },
  {
    name: 'the question before an order is saved',
    reach: async (page, here) => {
      await visit(page, here);
      await choose(page, 'ذخیره سفارش');
      await expect(page.getByRole('alertdialog', { name: 'ذخیره سفارش' })).toBeVisible();
    },
  },
  {
    name: 'the calculator with a fault',
    reach: async (page, here) => {
      await visit(page, here);
      await press(page, 'محاسبه توافق');
      await page.getByLabel('درصد افزوده توافقی').fill('150');
      await page.keyboard.press('Enter');
      await shows(page, 'درصد نمی‌تواند بیشتر از ۱۰۰ باشد.');
    },
  },
  {
    name: 'an order with an agreement',
    reach: async (page, here) => {
      await visit(page, here);
      await press(page, 'محاسبه توافق');
      await page.getByLabel('درصد افزوده توافقی').fill('2/5');
      await page.keyboard.press('Enter');
      await shows(page, 'مبلغ پس از توافق');
    },
  },
];

const DIALOG: readonly State[] = [
  {
    name: 'an order above a list, its lines edited',
    reach: async (page, here) => {
      await openDialog(page, here);
      await press(page, 'ویرایش ردیف‌ها');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^افزایش / })
        .first()
        .click();
      await shows(page, '۱ تغییر ثبت‌نشده');
    },
  },
  {
    name: 'an order above a list, its prices with a fault',
    reach: async (page, here) => {
      await openDialog(page, here);
      await press(page, 'ویرایش قیمت و توضیحات');
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^قیمت واحد/ })
        .first()
        .fill('');
      await shows(page, 'قیمت واحد را وارد کنید.');
    },
  },
  {
    name: 'the question before an order above a list is left',
    reach: async (page, here) => {
      await openDialog(page, here);
      await press(page, 'ویرایش قیمت و توضیحات');
      await typeNote(page, 'نیمه‌کاره');
      await page.getByRole('dialog').getByRole('button', { name: 'بستن', exact: true }).click();
      await expect(page.getByRole('alertdialog', { name: 'تغییر ثبت‌نشده' })).toBeVisible();
    },
  },
  {
    name: 'an order above a list whose change was not answered',
    reach: async (page, here) => {
      await openDialog(page, here);
      await cut(page, PRICES);
      await press(page, 'ویرایش قیمت و توضیحات');
      await typeNote(page, localDigits(figure()));
      await press(page, 'ثبت تغییرات');
      await button(page, 'ارسال دوباره').waitFor();
    },
  },
  {
    name: 'an order above a list that was changed elsewhere',
    reach: async (page, here) => {
      await openDialog(page, here);
      await press(page, 'ویرایش قیمت و توضیحات');
      await typeNote(page, localDigits(figure()));
      await noteElsewhere(page, here);
      await press(page, 'ثبت تغییرات');
      await shows(page, 'این سفارش در جای دیگری تغییر کرده است:');
    },
  },
];

const PAPER: readonly State[] = [
  {
    name: 'a paper that is edited',
    reach: editPaper,
  },
  {
    name: 'a paper with a fault',
    reach: async (page, here) => {
      await editPaper(page, here);
      await page
        // On the paper itself, or in the sheet of a phone.
        .getByRole('textbox', { name: /^(تعداد )?یک کیلویی|^تعداد / })
        .first()
        .fill('0');
      await page.keyboard.press('Tab');
      await shows(page, /^تعداد باید دست‌کم ۱ باشد/);
    },
  },
  {
    name: 'a paper that is not saved, and the question before it is printed',
    reach: async (page, here) => {
      await editPaper(page, here);
      await typeNote(page, localDigits(figure()));
      if (isPhone(page)) await press(page, 'دیدن برگه');
      await press(page, 'چاپ');
      await expect(page.getByRole('alertdialog', { name: 'چاپ فاکتور' })).toBeVisible();
    },
  },
  {
    name: 'a paper that was changed elsewhere',
    reach: async (page, here) => {
      await editPaper(page, here);
      await typeNote(page, localDigits(figure()));
      await noteElsewhere(page, here);
      await savePaper(page);
      await shows(page, /^در این میان، در جای دیگری/);
    },
  },
  {
    name: 'a paper whose change was not answered',
    reach: async (page, here) => {
      await editPaper(page, here);
      await cut(page, PRICES);
      await typeNote(page, localDigits(figure()));
      await savePaper(page);
      await button(page, 'ارسال دوباره').waitFor();
    },
  },
  {
    name: 'a paper for a narrow printer',
    reach: async (page, here) => {
      await openPaper(page, here);
      await page.getByText('۸۰ میلی‌متری').click();
      await expect(button(page, '۸۰ میلی‌متری')).toHaveAttribute('aria-pressed', 'true');
    },
  },
];

/** One after the other, of one order. */
const DECIDED: readonly State[] = [
  {
    name: 'an order that is registered',
    reach: async (page, here) => {
      await decide(page, here, 'order-save-app2');
      await visit(page, here);
      await shows(page, 'ثبت شده');
    },
  },
  {
    name: 'the question before a registered order is edited',
    reach: async (page, here) => {
      await visit(page, here);
      await choose(page, 'ویرایش سفارش');
      await expect(page.getByRole('alertdialog', { name: 'ویرایش سفارش' })).toBeVisible();
    },
  },
  {
    name: 'the paper of a registered order',
    reach: async (page, here) => openPaper(page, here),
  },
  {
    name: 'the revisions of a registered order',
    reach: async (page, here) => {
      await page.goto(`${list(here)}?history=${here.store.order}`);
      await press(page, 'نسخه‌های ثبت‌شده');
      await page.getByRole('dialog').getByRole('article').first().waitFor();
    },
  },
  {
    name: 'the question before the changes of an order are taken back',
    reach: async (page, here) => {
      await decide(page, here, 'order-reopen-app2');
      await visit(page, here);
      await setQuantity(page, figure());
      await shows(page, 'بروزرسانی با موفقیت انجام شد.');
      await choose(page, 'بازگشت به نسخه ثبت‌شده');
      await shows(page, 'این تغییرها از دست می‌روند:');
    },
  },
  {
    name: 'an order that is cancelled',
    reach: async (page, here) => {
      await decide(page, here, 'order-cancel-app2');
      await visit(page, here);
      await shows(page, 'لغو شده');
    },
  },
  {
    name: 'the paper of a cancelled order',
    reach: async (page, here) => openPaper(page, here),
  },
  {
    name: 'the question before an order is deleted',
    reach: async (page, here) => {
      await openDialog(page, here);
      await press(page, 'عملیات سفارش');
      await page.getByRole('menuitem', { name: 'حذف سفارش' }).click();
      await expect(page.getByRole('alertdialog', { name: 'حذف سفارش' })).toBeVisible();
    },
  },
];

export const ORDERS: readonly State[] = [...PAGE, ...DIALOG, ...PAPER, ...DECIDED];
