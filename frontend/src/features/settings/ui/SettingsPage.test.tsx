import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { layOut } from '../../../testing/layout';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { settingsApi } from '../api/endpoints';
import { settingsService } from '../msw';

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
  // By text: role queries are slow on so large a page.
  await screen.findByText('تنظیمات تحویل', { selector: 'h2' });
  return { ...page, service };
}

/** Opens a section in edit mode and returns its form, once the section has been read. */
async function edit(user: Awaited<ReturnType<typeof openPage>>['user'], name: string) {
  await user.click(await screen.findByLabelText(`ویرایش ${name}`, { selector: 'button:not([aria-disabled])' }));
  return within(await screen.findByRole('form', { name }));
}

const pressSave = async (user: Awaited<ReturnType<typeof openPage>>['user']) =>
  user.click(screen.getByRole('button', { name: 'ذخیره' }));

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(
  () =>
    Promise.all([
      import('../routes/settings.route'),
      import('../../../shared/ui/ConfirmDialog'),
      import('./SellerEditor'),
      import('./Editors'),
      import('./DeliveryEditor'),
    ]),
  60_000,
);

it('leads to the sessions, and to what was done', async () => {
  await openPage();
  expect(screen.getByText('نشست‌ها و رمز عبور')).toHaveAttribute('href', '/sessions');
  expect(screen.getByText('فعالیت‌ها')).toHaveAttribute('href', '/activity');
});

describe('one edit at a time', () => {
  it('refuses another section, and closing this one, with the warning', async () => {
    const { user } = await openPage();
    await edit(user, 'تنظیمات سفارش');
    await user.click(screen.getByRole('button', { name: 'ویرایش تخفیفات حجمی' }));
    expect(await screen.findByText('پیش از ادامه، موارد ناتمام را ذخیره یا لغو کنید.')).toBeVisible();
    expect(screen.getByRole('form', { name: 'تنظیمات سفارش' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'تخفیفات حجمی' })).not.toBeInTheDocument();
  });

  it('refuses the delivery block with its own warning, and the other way round', async () => {
    const { user } = await openPage();
    await edit(user, 'تنظیمات سفارش');
    await user.click(screen.getByRole('button', { name: 'ویرایش تنظیمات تحویل' }));
    expect(await screen.findByText('لطفاً ابتدا بخش در حال ویرایش دیگر را ذخیره یا لغو کنید.')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'تنظیمات تحویل' })).not.toBeInTheDocument();
  });

  it('asks before the page is left', async () => {
    const { user, at } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    expect(at()).toBe('/settings');
    await user.click(screen.getByRole('button', { name: 'لغو' }));
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    await waitFor(() => {
      expect(at()).toBe('/home');
    });
  });

  it('leaves once, however often that is confirmed before it is drawn', async () => {
    const { user, at } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    const leave = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'خروج بدون ذخیره' });
    // An error in a handler reaches the window, and fails the test.
    act(() => {
      fireEvent.click(leave);
      fireEvent.click(leave);
    });
    await waitFor(() => {
      expect(at()).toBe('/home');
    });
  });

  it('asks nothing when nothing was changed', async () => {
    const { user, at } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0{Backspace}');
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    await waitFor(() => {
      expect(at()).toBe('/home');
    });
  });

  it('keeps what is typed when the page is read again meanwhile, and cannot be', async () => {
    const { user, service, store } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    service.failNext('/seller/HaddagalKharidErsalSefaresh-list-app2', 503);
    // The client does this by itself when the network is back.
    await act(async () => {
      await store.dispatch(settingsApi.endpoints.limits.initiate(undefined, { forceRefetch: true, subscribe: false }));
    });
    expect(form.getByLabelText('هزینه ارسال')).toHaveValue('۳٬۵۰۰٬۰۰۰');
  });
});

describe('the order settings', () => {
  it('saves what was typed and shows the server’s values', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    const shipping = form.getByLabelText('هزینه ارسال');
    await user.clear(shipping);
    await user.type(shipping, '۴۲۰۰۰۰');
    await pressSave(user);
    const said = await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(said.closest('[role="status"]')).toHaveTextContent(/^تنظیمات سفارش/);
    expect(service.stored.limits[2]?.f2).toBe(420_000);
    expect(screen.queryByRole('form', { name: 'تنظیمات سفارش' })).not.toBeInTheDocument();
    expect(screen.getByText(/۴۲۰٬۰۰۰/, { selector: 'bdi' })).toBeVisible();
  });

  it('does not send an empty field', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.clear(form.getByLabelText('حداقل خرید بسته'));
    await pressSave(user);
    expect(await screen.findByText('فیلد های تنظیمات سفارش نمیتواند خالی باشد')).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('puts back what was there when it is cancelled', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '9');
    await user.click(screen.getByRole('button', { name: 'لغو' }));
    expect(await screen.findByText('تغییرات لغو شد')).toBeVisible();
    const again = await edit(user, 'تنظیمات سفارش');
    expect(again.getByLabelText('هزینه ارسال')).toHaveValue('۳۵۰٬۰۰۰');
    expect(service.writes).toEqual([]);
  });

  it('keeps the form after a lost reply, and sends the same key again', async () => {
    const { user, service } = await openPage();
    service.failNext('/seller/edit-HaddagalKharidErsalSefaresh-app2', 0);
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    await pressSave(user);
    await screen.findByText(/ارتباط با سرور برقرار نشد. اتصال/);
    await pressSave(user);
    expect(await screen.findByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
    // The earlier toast about the section is gone.
    expect(screen.queryByText(/ارتباط با سرور برقرار نشد. اتصال/)).not.toBeInTheDocument();
    const [first, second] = service.writes;
    expect(second).toEqual(first);
  });

  it('says when only the refresh failed', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات سفارش');
    await user.type(form.getByLabelText('هزینه ارسال'), '0');
    service.failNext('/seller/HaddagalKharidErsalSefaresh-list-app2', 503);
    await pressSave(user);
    expect(await screen.findByText('ذخیره موفق بود اما بهروزرسانی صفحه با خطا مواجه شد.')).toBeVisible();
  });
});

describe('the seller’s data', () => {
  it('marks what is empty and sends nothing', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.clear(form.getByLabelText('عنوان نماینده'));
    await pressSave(user);
    expect(await screen.findByText('فیلد های تنظیمات فروشنده نمیتواند خالی باشد')).toBeVisible();
    expect(form.getByLabelText('عنوان نماینده')).toBeInvalid();
    expect(service.writes).toEqual([]);
  });

  it.each([
    ['کد ملی', '1234567890', 'کد ملی درست نیست.'],
    ['شماره کارت', '6037991234567890', 'شماره کارت درست نیست.'],
    ['تلفن همراه', '19120000001', 'تلفن همراه باید ۱۱ رقم باشد و با ۰۹ شروع شود.'],
  ])('refuses a wrong %s', async (label, typed, text) => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    const field = form.getByLabelText(label);
    await user.clear(field);
    await user.type(field, typed);
    await pressSave(user);
    expect(await form.findByText(text)).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('shows the server’s refusal in its field', async () => {
    const { user, service } = await openPage();
    service.failNext('/user/edit-seller-app2', 409, { _username: 'این نام کاربری گرفته شده است.' });
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.type(form.getByLabelText('نام کاربری'), '2');
    await pressSave(user);
    expect(await form.findByText('این نام کاربری گرفته شده است.')).toBeVisible();
    expect(form.getByLabelText('نام کاربری')).toBeInvalid();
    expect(form.getByLabelText('نام کاربری')).toHaveValue('arman2');
  });

  it('leaves the password alone unless it is typed', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.type(form.getByLabelText('عنوان فروشنده'), ' مهر');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(service.writes[0]?.body).toMatchObject({
      _SellerTitle: 'پخش آفتاب مهر',
      _password: '**********',
      _SellerShabaNumber: '820540102680020817909002',
      _SellerAgreedCommission: 2.5,
      _SellerTypeOfCollaboration: 1,
    });
  });

  it('hides the terms of cooperation from an exclusive seller and sends none', async () => {
    const { user, service } = await openPage(settingsService(3), 3);
    const form = await edit(user, 'تنظیمات فروشنده');
    expect(form.queryByLabelText('شماره شبا')).not.toBeInTheDocument();
    await user.type(form.getByLabelText('عنوان فروشنده'), '۲');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(Object.keys(service.writes[0]?.body ?? {})).not.toContain('_SellerShabaNumber');
  });
});

describe('below the settings', () => {
  it('is the way to the sessions and the password, and back', async () => {
    const { user } = await openPage();
    server.use(http.get('*/user/sessions-app2', () => HttpResponse.json({ sessions: [], evicted: [] })));
    await user.click(screen.getByRole('link', { name: 'نشست‌ها و رمز عبور' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'نشست‌ها' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/settings');
  });
});

describe('a new password', () => {
  const password = 'pishkhan-new-1';

  it('has none of the asterisks in it, wherever the caret is put', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    const field = form.getByLabelText('رمز عبور');
    await user.click(field);
    await user.keyboard(`{End}${password}`);
    expect(field).toHaveValue(password);
    await user.type(form.getByLabelText('رمز عبور فعلی'), 'pishkhan-demo-1');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(service.writes[0]?.body).toMatchObject({ _password: password, _currentPassword: 'pishkhan-demo-1' });
  });

  it('asks for the password of today, and shows in its place that it is wrong', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تنظیمات فروشنده');
    expect(form.queryByLabelText('رمز عبور فعلی')).not.toBeInTheDocument();
    const mobile = form.getByLabelText('تلفن همراه');
    await user.clear(mobile);
    await user.type(mobile, '09120000009');
    await pressSave(user);
    const current = form.getByLabelText('رمز عبور فعلی');
    expect(current).toBeInvalid();
    expect(service.writes).toHaveLength(0);
    service.failNext('/user/edit-seller-app2', 400, { _currentPassword: 'رمز عبور فعلی نادرست است.' });
    await user.type(current, 'not-the-password');
    await pressSave(user);
    expect(await form.findByText('رمز عبور فعلی نادرست است.')).toBeVisible();
    expect(form.getByLabelText('رمز عبور فعلی')).toBeInvalid();
    // The old number needs no password.
    await user.clear(mobile);
    await user.type(mobile, '09120000001');
    expect(form.queryByLabelText('رمز عبور فعلی')).not.toBeInTheDocument();
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(Object.keys(service.writes.at(-1)?.body ?? {})).not.toContain('_currentPassword');
  });

  it('gives the session another handle, which is still ours', async () => {
    const { user, store } = await openPage();
    server.use(
      http.post('*/user/edit-seller-app2', () => {
        document.cookie = 'token=handle-2; Path=/';
        return HttpResponse.json({ message: 'تغییرات با موفقیت ذخیره شد.' });
      }),
    );
    const form = await edit(user, 'تنظیمات فروشنده');
    await user.type(form.getByLabelText('عنوان فروشنده'), ' مهر');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(store.getState().session).toMatchObject({ token: 'handle-2', user: { username: 'demo1' } });
  });
});

describe('brands', () => {
  it('applies a choice at once, without edit mode', async () => {
    const { user, service } = await openPage();
    await user.click(screen.getByRole('button', { name: /^تنظیمات برندها/ }));
    await user.click(await screen.findByRole('button', { name: 'بهار' }));
    expect(await screen.findByText('با موفقیت اضافه شد')).toBeVisible();
    expect(service.stored.brands).toEqual(['b0', 'b1']);
    expect(screen.getByRole('button', { name: 'ویرایش تنظیمات برندها' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('draws what the screen shows of two thousand, and finds what is not drawn', async () => {
    layOut(() => 44);
    const service = settingsService();
    const brands = Array.from({ length: 2_000 }, (_, index) => ({ _id: `b${index}`, name: `برند ${index + 1}` }));
    service.handlers.unshift(http.get('*/market/list-brand-app2', () => HttpResponse.json({ brands })));
    const { user } = await openPage(service);
    await user.click(await screen.findByRole('button', { name: /^تنظیمات برندها/ }));
    expect(await screen.findByRole('button', { name: 'برند ۱' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^برند \S+$/ }).length).toBeLessThan(60);
    await user.type(screen.getByRole('searchbox'), '۱۹۹۹');
    await user.click(await screen.findByRole('button', { name: 'برند ۱۹۹۹' }));
    await waitFor(() => expect(service.stored.brands).toContain('b1998'));
  });

  it('shows none before it knows which are chosen', async () => {
    const service = settingsService();
    // Arrives after the choices, and before a skeleton is drawn. The answer itself is the service's.
    service.handlers.unshift(http.get('*/user/seller/brands-app2', async () => delay(100)));
    const drawn: (string | null)[] = [];
    const watch = new MutationObserver(() => {
      const chip = screen.queryByText('آفتاب', { selector: 'button' });
      if (chip) drawn.push(chip.ariaPressed);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const { user } = await openPage(service);
    await user.click(await screen.findByRole('button', { name: /^تنظیمات برندها/ }));
    expect(await screen.findByRole('button', { name: 'آفتاب' })).toHaveAttribute('aria-pressed', 'true');
    watch.disconnect();
    expect(drawn).not.toContain('false');
  });

  it('names the brand in the toast, and takes the choice back from there', async () => {
    const { user, service } = await openPage();
    await user.click(screen.getByRole('button', { name: /^تنظیمات برندها/ }));
    await user.click(await screen.findByRole('button', { name: 'بهار' }));
    const added = (await screen.findByText('با موفقیت اضافه شد')).closest('[role="status"]');
    expect(added).toHaveTextContent('بهاربا موفقیت اضافه شد');
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    expect(await screen.findByText('با موفقیت حذف شد')).toBeVisible();
    expect(screen.queryByText('با موفقیت اضافه شد')).not.toBeInTheDocument();
    expect(service.stored.brands).toEqual(['b0']);
  });

  it('is told the server press by press, however slow the first one is', async () => {
    const { user } = await openPage();
    const told: string[] = [];
    const slowly = (what: string, ms: number) =>
      http.post(`*/user/seller/brand/${what}-app2`, async () => {
        told.push(`${what} comes`);
        await new Promise((resolve) => {
          setTimeout(resolve, ms);
        });
        told.push(`${what} done`);
        return HttpResponse.json({ message: 'انجام شد' });
      });
    server.use(slowly('add', 60), slowly('delete', 0));
    await user.click(screen.getByRole('button', { name: /^تنظیمات برندها/ }));
    const chip = await screen.findByRole('button', { name: 'بهار' });
    await user.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => {
      expect(told).toEqual(['add comes', 'add done', 'delete comes', 'delete done']);
    });
  });

  it('takes the choice back when the server refuses it', async () => {
    const { user, service } = await openPage();
    await user.click(screen.getByRole('button', { name: /^تنظیمات برندها/ }));
    service.failNext('/user/seller/brand/delete-app2', 503);
    await user.click(await screen.findByRole('button', { name: 'آفتاب' }));
    expect(await screen.findByText('خطا در حذف برند.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'آفتاب' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('says when none is chosen', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: /^تنظیمات مناطق/ }));
    expect(await screen.findByText('تنظیمات مناطق نمیتواند خالی از آیتم باشد')).toBeVisible();
  });
});

describe('discount tiers', () => {
  it('adds one only when the last is complete, and saves them together', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تخفیفات حجمی');
    const add = form.getByRole('button', { name: 'افزودن پله' });
    await user.click(add);
    expect(add).toHaveAttribute('aria-disabled', 'true');
    const second = within(form.getAllByRole('article')[1] ?? document.body);
    await user.type(second.getByLabelText('از'), '5000001');
    await user.type(second.getByLabelText('تا'), '۹۰۰۰۰۰۰');
    await user.type(second.getByLabelText('درصد تخفیف'), '2.5');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(service.stored.tiers['Hajmi']).toMatchObject([
      { _id: 't1', f1: 1_000_000, f2: 5_000_000, f3: 2 },
      { f1: 5_000_001, f2: 9_000_000, f3: 2.5 },
    ]);
  });

  it('does not send an end below its start', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'تخفیفات حجمی');
    const to = form.getByLabelText('تا');
    await user.clear(to);
    await user.type(to, '5');
    await pressSave(user);
    expect(await screen.findByText('سقف فروش نمیتواند کمتر از کف فروش باشد')).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('shows the server’s refusal and keeps what was typed', async () => {
    const { user, service } = await openPage();
    service.failNext('/seller/edit-TakhfifatAzTaHajmiSettings-app2', 422, {
      message: 'بازههای تخفیف نباید همپوشانی داشته باشند',
    });
    const form = await edit(user, 'تخفیفات حجمی');
    await user.type(form.getByLabelText('تا'), '0');
    await pressSave(user);
    expect(await screen.findByText('بازههای تخفیف نباید همپوشانی داشته باشند')).toBeVisible();
    expect(form.getByLabelText('تا')).toHaveValue('۵۰٬۰۰۰٬۰۰۰');
  });
});

describe('text cards', () => {
  it('does not send a card without a text', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'توضیحات فروشگاه');
    await user.clear(form.getByRole('textbox'));
    await pressSave(user);
    expect(await screen.findByText('کارت توضیحات فروشگاه نمیتواند خالی از متن باشد')).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('removes a card when all are saved', async () => {
    const { user, service } = await openPage();
    const form = await edit(user, 'توضیحات فروشگاه');
    await user.click(form.getByRole('button', { name: 'حذف کارت ۱' }));
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(service.stored.cards['Tozeyhat']).toEqual([]);
  });
});

describe('delivery', () => {
  it('shows the date that a period leads to, and clears a period that ends before it starts', async () => {
    const { user } = await openPage();
    const form = await edit(user, 'تنظیمات تحویل');
    // 25 Aban, two days of preparation, one day more.
    expect(await form.findByText('پنجشنبه ۲۸ آبان ۱۴۰۵', { exact: false })).toBeVisible();
    const start = form.getByLabelText('شروع دوره سفارش');
    await user.clear(start);
    await user.type(start, '14050901');
    expect(await screen.findByText('تاریخ شروع دوره باید کمتر مساوی تاریخ پایان دوره سفارش باشد')).toBeVisible();
    expect(start).toHaveValue('');
  });

  it('can be changed only when its skeleton has left: the page does not move under the finger', async () => {
    const service = settingsService(2);
    const slow = http.get('*/seller/masir-list-app2/2', async () => {
      await delay(400);
    });
    await openPage({ ...service, handlers: [slow, ...service.handlers] }, 2);
    const block = screen.getByRole('region', { name: 'تنظیمات تحویل' });
    await within(block).findByRole('status');
    await within(block).findByLabelText('ویرایش تنظیمات تحویل', { selector: 'button:not([aria-disabled])' });
    expect(within(block).queryByRole('status')).not.toBeInTheDocument();
    expect(within(block).getByText('پایان ساعت سفارش')).toBeVisible();
  });

  it('comes below the links: what leads away does not move under the finger when the rule is there', async () => {
    await openPage(settingsService(2), 2);
    const block = screen.getByRole('region', { name: 'تنظیمات تحویل' });
    for (const name of ['نشست‌ها و رمز عبور', 'فعالیت‌ها']) {
      const link = screen.getByRole('link', { name });
      expect(link.compareDocumentPosition(block)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it('has days and a cut-off time for a special seller', async () => {
    const { user, service } = await openPage(settingsService(2), 2);
    const form = await edit(user, 'تنظیمات تحویل');
    const time = form.getByLabelText('پایان ساعت سفارش');
    await user.clear(time);
    await user.type(time, '۲۵۰۰');
    await pressSave(user);
    expect(await screen.findByText('ساعت را مانند ۱۴:۰۰ بنویسید.')).toBeVisible();
    await user.clear(time);
    await user.type(time, '1530');
    await pressSave(user);
    await screen.findByText('تغییرات با موفقیت ذخیره شد.');
    expect(service.writes[0]?.body).toMatchObject({
      _Vije_endDoreTimeSefaresh: '15:30',
      _Vije_moddatZamTahvile: 2,
      _Ady_startDoreDateSefaresh: ' ',
    });
  });
});

it('says when the page could not be loaded, and loads it again', async () => {
  const service = settingsService();
  service.failNext('/user/seller-bind-app2', 500);
  const { user } = renderRoute('/settings', {
    handlers: [...service.handlers, sessionIs('valid'), sellerOfType(1)],
  });
  const text = 'خطا در بارگذاری اطلاعات صفحه. لطفا دوباره تلاش کنید.';
  expect((await screen.findAllByText(text))[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
  expect(await screen.findByRole('heading', { name: 'تنظیمات تحویل' })).toBeVisible();
});
