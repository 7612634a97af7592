import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { QUESTION } from '../../../testing/question';
import { server } from '../../../testing/server';
import {
  choose,
  figure,
  less,
  more,
  openPage,
  PAGE_URL,
  paste,
  press,
  quantities,
  row,
  spaghetti,
  text,
  toastOf,
  updates,
} from '../fixtures/orderPage';

describe('a push', () => {
  it('whose answer was lost is repeated by the user under the same key, and takes effect once', async () => {
    const { user, service } = await openPage();
    service.loseNextAnswer();
    await user.click(more(spaghetti));
    await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
    expect(await text('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    const [first, second] = updates(service);
    expect(second).toEqual(first);
    expect(service.order()).toMatchObject({ version: 2 });
    expect(figure(spaghetti)).toHaveValue('۴');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'ارسال دوباره' })).not.toBeInTheDocument();
    });
  });

  it('whose answer was lost goes first when the user changes more', async () => {
    const { user, service } = await openPage();
    service.loseNextAnswer();
    await user.click(more(spaghetti));
    await screen.findByRole('button', { name: 'ارسال دوباره' });
    await user.click(more(paste));
    await waitFor(() => {
      expect(service.order().version).toBe(3);
    });
    const keys = updates(service).map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(service.order().products.map(({ lines }) => lines[0]?.quantity)).toEqual([4, 3, 10]);
  });

  it('that lands while the stock of another line is being asked for is no change from elsewhere', async () => {
    const { service } = await openPage();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slowStock = http.get('*/market/getMojoody-app2/P016-2', async () => {
      await asked;
      return HttpResponse.json({ product: [{ mojoody: 9 }] });
    });
    server.use(slowStock);
    press(more(spaghetti), more(paste));
    expect(figure(spaghetti)).toHaveValue('۴');
    expect(await text('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    expect(service.order().version).toBe(2);
    answer();
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [3], [10]]);
    });
    const conflict = { name: 'این سفارش در جای دیگری تغییر کرده است' };
    expect(screen.queryByRole('alertdialog', conflict)).not.toBeInTheDocument();
  });

  it('that is given up is forgotten, and the order is read again', async () => {
    const { user } = await openPage();
    server.use(http.post('*/market/order-update-app2/:orderId', () => HttpResponse.error()));
    await user.click(more(spaghetti));
    await user.click(await screen.findByRole('button', { name: 'کنار گذاشتن تغییر' }));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveValue('۳');
    });
    expect(screen.queryByRole('button', { name: 'ارسال دوباره' })).not.toBeInTheDocument();
  });

  it('that has not arrived is asked about before the page is left', async () => {
    const { user, router, at } = await openPage({}, { before: ['/about'] });
    server.use(http.post('*/market/order-update-app2/:orderId', () => HttpResponse.error()));
    await user.click(more(spaghetti));
    await screen.findByRole('button', { name: 'ارسال دوباره' });
    await act(() => router.navigate(-1));
    const question = await screen.findByRole('alertdialog', { name: 'تغییر ثبت‌نشده' });
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    expect(at()).toBe(PAGE_URL);
    await act(() => router.navigate(-1));
    await user.click(
      within(await screen.findByRole('alertdialog', QUESTION)).getByRole('button', { name: 'خروج بدون ثبت' }),
    );
    await waitFor(() => {
      expect(at()).toBe('/about');
    });
  });
});

describe('the seller’s note', () => {
  it('is opened by a pencil, counted, and saved by a check', async () => {
    const { user, service } = await openPage({ customerNote: 'زنگ بزنید' });
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    const field = screen.getByRole('textbox', { name: 'توضیحات فروشنده' });
    expect(field).toHaveFocus();
    await user.click(field);
    await user.paste('ب'.repeat(301));
    expect(field).toHaveValue('');
    await user.paste('ب'.repeat(300));
    expect(screen.getByText(/۳۰۰ از ۳۰۰$/)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'تماس گرفته شد');
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    expect(await toastOf('ثبت توضیحات با موفقیت انجام شد.')).toHaveTextContent(/^سفارش .۱۴۰۵-۰۸-۰۰۰۱۲۳/);
    expect(screen.queryByRole('textbox', { name: 'توضیحات فروشنده' })).not.toBeInTheDocument();
    expect(screen.getByText('تماس گرفته شد')).toBeVisible();
    expect(service.writes).toMatchObject([
      { call: 'toz', body: { sellerToz: 'تماس گرفته شد', customerToz: 'زنگ بزنید', version: 1 } },
    ]);
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    await waitFor(() => expect(screen.queryByText('تماس گرفته شد')).not.toBeInTheDocument());
    expect(await text('ثبت توضیحات با موفقیت انجام شد.')).toBeVisible();
    expect(service.writes.at(-1)?.body).toMatchObject({ sellerToz: '', version: 2 });
  });

  it('stays in the field when it could not be saved, and is not left silently', async () => {
    const { user, service, router } = await openPage({}, { before: ['/about'] });
    service.refuseNext(422, { sellerToz: 'متن بلند است.', message: 'درست نیست.' });
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'مهم');
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    expect(await text('sellerToz: متن بلند است.')).toBeVisible();
    expect(screen.getByText('درست نیست.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('مهم');
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('alertdialog', { name: 'تغییر ثبت‌نشده' })).toBeVisible();
  });
});

describe('saving', () => {
  it('asks, registers the order and ends edit mode', async () => {
    const { user, service } = await openPage();
    const question = await choose(user, 'ذخیره سفارش');
    expect(question).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰ تومان');
    await user.click(within(question).getByRole('button', { name: 'ذخیره' }));
    expect(await text('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
    expect(await text('ثبت شده')).toBeVisible();
    expect(screen.queryByRole('group', { name: spaghetti })).not.toBeInTheDocument();
    expect(service.writes.map(({ call }) => call)).toEqual(['save']);
  });

  it('waits for the change before it', async () => {
    const { user, service } = await openPage();
    await user.click(more(spaghetti));
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text('ثبت شده')).toBeVisible();
    expect(service.writes.map(({ call }) => call)).toEqual(['update', 'save']);
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(4);
  });

  it('names each line that is short, until it is changed', async () => {
    const { user, service } = await openPage();
    const short = 'موجودی «اسپاگتی ۱٫۲ ۷۰۰ گرم» کافی نیست: ۲ عدد موجود است.';
    service.refuseNext(409, { 'P011-2': short });
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    const said = await screen.findByRole('alert');
    expect(said).toHaveTextContent(new RegExp(`سفارش .*${short}$`));
    // The rows are there for a reader once the question has gone, which the message does not wait for.
    const line = await screen.findByRole('listitem', { name: spaghetti });
    expect(await within(line).findByText(short)).toBeVisible();
    expect(within(row(paste)).queryByRole('note')).not.toBeInTheDocument();
    await user.click(less(spaghetti));
    await waitFor(() => {
      expect(within(row(spaghetti)).queryByText(short)).not.toBeInTheDocument();
    });
  });

  it('whose answer was lost is repeated under the same key', async () => {
    const { user, service } = await openPage();
    service.loseNextAnswer();
    const question = await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await within(question).findByRole('alert')).toHaveTextContent('پاسخ سرور نرسید.');
    await user.click(within(question).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await text('ثبت شده')).toBeVisible();
    const [first, second] = service.writes;
    expect(second).toEqual(first);
    expect(service.order().version).toBe(2);
  });

  it('says why an empty order cannot be saved', async () => {
    const { user } = await openPage({ products: [] });
    const save = screen.getByRole('button', { name: 'ذخیره' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).toHaveAccessibleDescription('سفارش بدون محصول قابل ثبت نیست.');
    await user.click(save);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

it('cancelling asks, is final', async () => {
  const { user, service } = await openPage({ status: 'registered' });
  const question = await choose(user, 'لغو سفارش');
  await user.click(within(question).getByRole('button', { name: 'انصراف' }));
  expect(service.writes).toEqual([]);
  await choose(user, 'لغو سفارش', 'لغو سفارش');
  expect(await toastOf('لغو با موفقیت انجام شد.')).toHaveTextContent(/^سفارش .۱۴۰۵-۰۸-۰۰۰۱۲۳/);
  expect(await text('لغو شده')).toBeVisible();
  expect(service.writes).toMatchObject([{ call: 'cancel', body: { version: 1 } }]);
});

describe('going back to the registered order', () => {
  const start = { status: 'registered', revision: 1 } as const;

  it('says what would be lost, and does it', async () => {
    const { user, service } = await openPage(start);
    await choose(user, 'ویرایش سفارش', 'ویرایش');
    await text('باز شده برای ویرایش');
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [2], [10]]);
    });
    await user.click(screen.getByRole('button', { name: `حذف ${paste}` }));
    await user.click(within(await screen.findByRole('alertdialog', QUESTION)).getByRole('button', { name: 'حذف' }));
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [10]]);
    });
    const question = await choose(user, 'بازگشت به نسخه ثبت‌شده');
    expect(await within(question).findByText(`«${spaghetti}»: ۴ دوباره ۳ می‌شود`)).toBeVisible();
    expect(within(question).getByText(`«${paste}»: ۲ عدد برمی‌گردد`)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'بازگشت' }));
    expect(await text('تغییرات سفارش کنار گذاشته شد.')).toBeVisible();
    expect(await text('ثبت شده')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(row(spaghetti)).toHaveTextContent('۳ کارتن');
  });

  it('can be thought over, also when nothing would be lost', async () => {
    const { user, service } = await openPage({ ...start, status: 'open', reopened: true });
    const question = await choose(user, 'بازگشت به نسخه ثبت‌شده');
    expect(await within(question).findByText('اقلام سفارش با نسخه ثبت‌شده یکی است.')).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'انصراف' }));
    expect(service.writes).toEqual([]);
  });

  it('says so when it cannot tell what would be lost', async () => {
    const down = http.get('*/market/order-history-app2/:orderId', () =>
      HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' }, { status: 503 }),
    );
    const { user } = await openPage({ ...start, status: 'open', reopened: true }, { handlers: [down] });
    const question = await choose(user, 'بازگشت به نسخه ثبت‌شده');
    expect(await within(question).findByText(/نمی‌توان گفت چه چیزی از دست می‌رود/)).toBeVisible();
    expect(within(question).getByText('سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.')).toBeVisible();
  });
});

describe('paper and history', () => {
  it('are opened in the address, the paper after a question and with the last change', async () => {
    // What they show is theirs to test.
    const away = () => HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست.' }, { status: 503 });
    const handlers = [
      http.get('*/market/fetch-order-joz-faktor-app2/:orderId', away),
      http.get('*/market/order-history-app2/:orderId', away),
    ];
    const { user, router, service } = await openPage({}, { handlers });
    await user.click(more(spaghetti));
    await choose(user, 'چاپ سفارش', 'نمایش فاکتور');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?invoice=o1');
    });
    expect(quantities(service)).toEqual([[4], [2], [10]]);
    await act(() => router.navigate(-1));
    await user.click(await screen.findByRole('button', { name: 'عملیات سفارش' }));
    await user.click(await screen.findByRole('menuitem', { name: 'تاریخچه سفارش' }));
    expect(router.state.location.search).toBe('?history=o1');
  });
});
