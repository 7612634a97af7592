import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { settingsService } from '../msw';

/** Toasts are dialogs as well: the question is known by its name. */
const QUESTION = { name: /در جای دیگری تغییر کرده است$/ };
const SAVED = 'تغییرات با موفقیت ذخیره شد.';

// The forms' code comes when they are opened: not on the clock of the first test.
beforeAll(() => Promise.all([import('./SellerEditor'), import('./Editors'), import('./DeliveryEditor')]));

async function openPage(service = settingsService(), type = 1) {
  const page = renderRoute('/settings', {
    before: ['/home'],
    handlers: [
      ...service.handlers,
      sessionIs('valid'),
      sellerOfType(type),
      sellerSummaryIs(),
      subscriptionIs(days(20)),
    ],
  });
  await screen.findByRole('heading', { name: 'تنظیمات تحویل' });
  return { ...page, service };
}

type User = Awaited<ReturnType<typeof openPage>>['user'];

async function edit(user: User, name: string) {
  // Once the section has been read, which the page's headings do not wait for.
  await user.click(await screen.findByLabelText(`ویرایش ${name}`, { selector: 'button:not([aria-disabled])' }));
  return within(await screen.findByRole('form', { name }));
}

const tier = (_id: string, f1: number, f2: number, f3: number) => ({ _id, f1, f2, f3 });

/** The question, with what stands now. */
async function asked(section: string) {
  const question = await screen.findByRole('alertdialog', { name: `«${section}» در جای دیگری تغییر کرده است` });
  await nextFrame();
  return within(question);
}

const pressSave = async (user: User) => user.click(screen.getByRole('button', { name: 'ذخیره' }));

/** The limits' form with a shipping cost that was typed, and another one that another tab has saved meanwhile. */
async function openConflict() {
  const { user, service } = await openPage();
  const form = await edit(user, 'تنظیمات سفارش');
  await user.type(form.getByLabelText('هزینه ارسال'), '0');
  service.elsewhere('limits', () => service.setLimit(2, 77));
  await pressSave(user);
  return { user, service, form, question: await asked('تنظیمات سفارش') };
}

describe('a section that was changed in another tab', () => {
  it('is not written over, and what was typed is not lost', async () => {
    const { user, service, form, question } = await openConflict();
    expect(service.stored.limits[2]?.f2).toBe(77);
    expect(question.getByText(/۷۷/, { selector: 'bdi' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument();
    });
    expect(form.getByLabelText('هزینه ارسال')).toHaveValue('۳٬۵۰۰٬۰۰۰');
    expect(service.stored.limits[2]?.f2).toBe(77);
  });

  it('takes what was typed when that is kept, on top of what it has shown', async () => {
    const { user, service, question } = await openConflict();
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.limits.map(({ f2 }) => f2)).toEqual([5_000_000, 3, 3_500_000, 9]);
    expect(service.writes.map(({ body }) => body['version'])).toEqual([1, 2]);
    expect(service.writes[0]?.key).not.toBe(service.writes[1]?.key);
    expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument();
    expect(screen.queryByRole('form', { name: 'تنظیمات سفارش' })).not.toBeInTheDocument();
  });

  it('leaves what was not touched as the other tab has left it', async () => {
    const { user, service, form, question } = await openConflict();
    service.elsewhere('limits', () => service.setLimit(0, 4_000_000));
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    await user.click((await asked('تنظیمات سفارش')).getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.limits.map(({ f2 }) => f2)).toEqual([4_000_000, 3, 3_500_000, 9]);
    expect(form.queryByLabelText('هزینه ارسال')).not.toBeInTheDocument();
  });

  it('goes through when nothing that is seen was changed, or the same', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    service.elsewhere('limits', () => service.setLimit(2, 3_500_000));
    await pressSave(user);
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.limits.map(({ f2 }) => f2)).toEqual([5_000_000, 3, 3_500_000, 9]);
  });

  it('sends nothing of a form in which nothing was changed, and shows what stands', async () => {
    const { user, service } = await openPage();
    await edit(user, 'تنظیمات سفارش');
    service.elsewhere('limits', () => service.setLimit(2, 77));
    await pressSave(user);
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(screen.getByText(/۷۷/, { selector: 'bdi' })).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('keeps what is typed while it is being saved', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    const release = service.hold('/seller/edit-HaddagalKharidErsalSefaresh-app2');
    await pressSave(user);
    await user.type(form.getByLabelText('حداقل خرید بسته'), '5');
    release();
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(form.getByLabelText('حداقل خرید بسته')).toHaveValue('۳۵');
    await pressSave(user);
    await waitFor(() => {
      expect(service.stored.limits.map(({ f2 }) => f2)).toEqual([5_000_000, 35, 3_500_000, 9]);
    });
  });

  it('asks again when a third tab was faster still', async () => {
    const { user, service, question } = await openConflict();
    service.elsewhere('limits', () => service.setLimit(2, 88));
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    const again = await asked('تنظیمات سفارش');
    expect(again.getByText(/۸۸/, { selector: 'bdi' })).toBeVisible();
    expect(service.stored.limits[2]?.f2).toBe(88);
    await user.click(again.getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.writes.map(({ body }) => body['version'])).toEqual([1, 2, 3]);
  });

  it('is shown as it stands when it is read again', async () => {
    const { user, service, question } = await openConflict();
    await user.click(question.getByRole('button', { name: 'بازخوانی' }));
    expect(await screen.findByText('بخش بازخوانی شد و نوشته شما کنار رفت.')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'تنظیمات سفارش' })).not.toBeInTheDocument();
    expect(screen.getByText(/۷۷/, { selector: 'bdi' })).toBeVisible();
    expect(service.writes).toHaveLength(1);
    const again = await edit(user, 'تنظیمات سفارش');
    await user.type(again.getByLabelText('هزینه ارسال'), '0');
    await pressSave(user);
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.limits[2]?.f2).toBe(770);
  });

  it('keeps the form when it cannot be read again, and asks once it can', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    service.elsewhere('limits', () => service.setLimit(0, 7));
    service.failNext('/seller/HaddagalKharidErsalSefaresh-list-app2', 503);
    await pressSave(user);
    expect(await screen.findByText('این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.')).toBeVisible();
    expect(form.getByLabelText('هزینه ارسال')).toHaveValue('۳٬۵۰۰٬۰۰۰');
    await pressSave(user);
    expect(await screen.findByRole('alertdialog', QUESTION)).toBeVisible();
  });
});

describe('every other section', () => {
  it('asks for the seller’s data, and a name that is taken is no stale version', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.type(form.getByLabelText('عنوان فروشنده'), ' مهر');
    service.failNext('/user/edit-seller-app2', 409, { message: 'این نام کاربری پیش‌تر ثبت شده است.' });
    await pressSave(user);
    expect(await screen.findByText('این نام کاربری پیش‌تر ثبت شده است.')).toBeVisible();
    expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument();
    service.elsewhere('seller', () => service.renameSeller('پخش دیگر'));
    await pressSave(user);
    const question = await asked('تنظیمات فروشنده');
    expect(question.getByText('پخش دیگر')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.writes.at(-1)?.body).toMatchObject({ _SellerTitle: 'پخش آفتاب مهر', version: 2 });
  });

  it('leaves the store switched as it stands, unless the form has switched it', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.type(form.getByLabelText('عنوان فروشنده'), ' مهر');
    service.elsewhere('seller', () => service.switchStore(false));
    await pressSave(user);
    const question = await asked('تنظیمات فروشنده');
    // Closed and opened once more while the question stands.
    service.elsewhere('seller', () => service.switchStore(true));
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    await waitFor(() => {
      expect(service.writes).toHaveLength(2);
    });
    const second = await asked('تنظیمات فروشنده');
    service.elsewhere('seller', () => service.switchStore(false));
    await user.click(second.getByRole('button', { name: 'نگه داشتن' }));
    await waitFor(() => {
      expect(service.writes).toHaveLength(3);
    });
    await user.click((await asked('تنظیمات فروشنده')).getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.writes.map(({ body }) => body['_isActive'])).toEqual([true, false, true, false]);
    expect(service.writes.at(-1)?.body).toMatchObject({ _SellerTitle: 'پخش آفتاب مهر', _SellerActivity: false });

    const again = await edit(user, 'تنظیمات فروشنده');
    await user.click(again.getByRole('switch', { name: /^وضعیت/ }));
    service.elsewhere('seller', () => service.renameSeller('پخش دیگر'));
    await pressSave(user);
    await user.click((await asked('تنظیمات فروشنده')).getByRole('button', { name: 'نگه داشتن' }));
    await waitFor(() => {
      expect(service.writes).toHaveLength(6);
    });
    expect(service.writes.slice(-2).map(({ body }) => body['_isActive'])).toEqual([true, true]);
  });

  it('asks for a list of tiers, and merges it row by row', async () => {
    const service = settingsService();
    service.stored.tiers['Hajmi'] = [tier('t1', 1, 9, 2), tier('t2', 10, 19, 3), tier('t3', 20, 29, 4)];
    const { user } = await openPage(service);
    const form = await edit(user, 'تخفیفات حجمی');
    const [, second] = form.getAllByLabelText('تا');
    await user.clear(second as HTMLElement);
    await user.type(second as HTMLElement, '18');
    await user.click(form.getAllByRole('button', { name: /^حذف/ })[2] as HTMLElement);
    service.elsewhere('Hajmi', () => {
      service.stored.tiers['Hajmi'] = [tier('t2', 10, 19, 7), tier('t3', 20, 29, 4), tier('t9', 50, 123, 8)];
    });
    await pressSave(user);
    const question = await asked('تخفیفات حجمی');
    expect(question.getByText(/۱۲۳/)).toBeVisible();
    await user.keyboard('{Escape}');
    // What they did stands in the form, with what was changed in it: t1 went, t9 came, t2 has the percent of theirs.
    expect(form.getAllByLabelText('تا').map((field) => (field as HTMLInputElement).value)).toEqual(['۱۸', '۱۲۳']);
    await pressSave(user);
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.tiers['Hajmi']).toEqual([tier('t2', 10, 18, 7), tier('t9', 50, 123, 8)]);
  });

  it('asks for a list of texts', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'توضیحات فروشگاه');
    await user.type(form.getByRole('textbox'), '!');
    service.elsewhere('Tozeyhat', () => {
      service.stored.cards['Tozeyhat'] = [{ _id: 'c9', f1: 'از زبانه دیگر' }];
    });
    await pressSave(user);
    const question = await asked('توضیحات فروشگاه');
    expect(question.getByText('از زبانه دیگر')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'بازخوانی' }));
    expect(await screen.findByText('از زبانه دیگر')).toBeVisible();
    expect(service.stored.cards['Tozeyhat']).toEqual([{ _id: 'c9', f1: 'از زبانه دیگر' }]);
  });

  it('checks what comes of both before it is sent', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تخفیفات حجمی');
    await user.clear(form.getByLabelText('تا'));
    await user.type(form.getByLabelText('تا'), '9000000');
    service.elsewhere('Hajmi', () => {
      service.stored.tiers['Hajmi'] = [tier('t1', 1_000_000, 5_000_000, 2), tier('t9', 6_000_000, 7_000_000, 8)];
    });
    await pressSave(user);
    await user.click((await asked('تخفیفات حجمی')).getByRole('button', { name: 'نگه داشتن' }));
    expect(await form.findByText('بازههای تخفیف نباید همپوشانی داشته باشند')).toBeVisible();
    expect(service.writes).toHaveLength(1);
  });

  it('adds a card once when the answer was lost and the list was changed again', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'توضیحات فروشگاه');
    await user.click(form.getByRole('button', { name: 'افزودن کارت' }));
    await user.type(form.getAllByRole('textbox')[1] as HTMLElement, 'نو');
    service.loseAnswer('/seller/edit-TozeyhatSettings-app2');
    await pressSave(user);
    await screen.findByText(/ارتباط با سرور برقرار نشد. اتصال/);
    await user.type(form.getAllByRole('textbox')[1] as HTMLElement, 'تر');
    await user.type(form.getAllByRole('textbox')[0] as HTMLElement, '!');
    await pressSave(user);
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.cards['Tozeyhat']).toEqual([
      { _id: 'c1', f1: 'تحویل فقط صبح‌ها!' },
      { _id: 'new1', f1: 'نوتر' },
    ]);
    expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument();
  });

  it('asks for the delivery rule', async () => {
    const { user, service } = await openPage(settingsService(2), 2);
    const form = await edit(user, 'تنظیمات تحویل');
    const time = form.getByLabelText('پایان ساعت سفارش');
    await user.clear(time);
    await user.type(time, '1530');
    service.elsewhere('rule', () => {
      service.stored.rule = { ...service.stored.rule, f7: '18:45' };
    });
    await pressSave(user);
    const question = await asked('تنظیمات تحویل');
    expect(question.getByText('۱۸:۴۵')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(service.stored.rule['f7']).toBe('15:30');
  });
});
