import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { bulkService, wireChange, wirePreviewOf, wireRow } from '../msw';

const sheet = (name = 'prices.xlsx', size = 4) => new File(['x'.repeat(size)], name);

async function openPage(service = bulkService()) {
  const page = renderRoute('/products-import', {
    before: ['/home'],
    handlers: [...service.handlers, sessionIs('valid'), sellerOfType(1), sellerSummaryIs()],
  });
  await screen.findByRole('heading', { name: 'فایل محصولات را انتخاب کنید' });
  return { ...page, service };
}

const field = () => screen.getByLabelText('انتخاب فایل', { selector: 'input' });
const choose = (file: File) => fireEvent.change(field(), { target: { files: [file] } });

async function preview(service: ReturnType<typeof bulkService>) {
  const page = await openPage(service);
  choose(sheet());
  await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' });
  return page;
}

const twoChanges = wirePreviewOf({
  rows: [
    wireRow(3, { changes: [wireChange({ to: '145000', jump: true })] }),
    wireRow(7, { changes: [wireChange({ field: 'stock', label: 'موجودی', from: '12', to: '0' })] }),
  ],
  updated: 2,
  unchanged: 40,
  jumps: 1,
});

describe('choosing a file', () => {
  it.each([
    [
      'a file of another kind',
      sheet('prices.pdf'),
      'این فایل اکسل یا CSV نیست. فایلی با پسوند XLSX یا CSV انتخاب کنید.',
    ],
    ['the old format', sheet('prices.xls'), 'قالب XLS قدیمی است. فایل را در اکسل با قالب XLSX ذخیره کنید.'],
    ['an empty file', sheet('prices.csv', 0), 'این فایل خالی است.'],
    ['a file that is too large', sheet('prices.csv', 10 * 1024 * 1024 + 1), 'حجم فایل بیش از ۱۰ مگابایت است.'],
  ])('refuses %s and sends nothing', async (_what, file, text) => {
    const { service } = await openPage();
    choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(service.sent).toEqual([]);
  });

  it('takes a file that is dropped anywhere, as what its name says', async () => {
    const { service } = await openPage(bulkService(twoChanges));
    const dataTransfer = { types: ['Files'], files: [sheet('prices.csv')] };
    // As a browser does it, again and again: the page may be drawn a moment before it listens.
    await waitFor(() => {
      fireEvent.dragOver(window, { dataTransfer });
      expect(screen.getByRole('heading', { name: 'فایل را رها کنید' })).toBeVisible();
    });
    fireEvent.drop(window, { dataTransfer });
    expect(await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
    expect(service.sent).toEqual([{ type: 'text/csv' }]);
  });

  it('lists the columns that a file may have', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: 'راهنمای ستون‌ها' }));
    const guide = within(await screen.findByRole('dialog'));
    expect(guide.getByText('قیمت خرید')).toBeVisible();
    expect(guide.getAllByRole('term')).toHaveLength(14);
    await user.click(guide.getByRole('button', { name: 'لازم' }));
    expect(guide.getAllByRole('term')).toHaveLength(10);
    expect(guide.queryByText('دسته')).not.toBeInTheDocument();
  });

  it('shows why the server could not read it, and does not send it again', async () => {
    const service = bulkService();
    service.answerNext('preview', 422, { message: 'فایل ستون «کد نوع» را ندارد.' });
    await openPage(service);
    choose(sheet());
    expect(await screen.findByRole('alert')).toHaveTextContent('فایل ستون «کد نوع» را ندارد.');
    expect(screen.queryByRole('button', { name: /ارسال دوباره/ })).not.toBeInTheDocument();
  });

  it('says the server’s refusal to a child seller', async () => {
    const service = bulkService();
    service.answerNext('preview', 403, { message: 'عملیات غیر مجاز میباشد!' });
    await openPage(service);
    choose(sheet());
    expect(await screen.findByRole('alert')).toHaveTextContent('عملیات غیر مجاز میباشد!');
  });

  it('sends the same file again when the server could not be reached', async () => {
    const service = bulkService(twoChanges);
    service.answerNext('preview', 0);
    const { user } = await openPage(service);
    choose(sheet());
    await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
    expect(await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
    expect(service.sent).toHaveLength(2);
  });

  it('gives up a file that is on its way', async () => {
    const service = bulkService(twoChanges);
    const release = service.hold();
    const { user } = await openPage(service);
    choose(sheet());
    await user.click(await screen.findByRole('button', { name: 'انصراف' }));
    release();
    expect(await screen.findByRole('heading', { name: 'فایل محصولات را انتخاب کنید' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('what was pasted', () => {
  const state = { pasted: [{ productCode: 'P1', typeCode: 'P1-1', priceSelOne: '145000' }] };

  async function openPasted(service: ReturnType<typeof bulkService>) {
    const page = renderRoute('/home', {
      handlers: [...service.handlers, sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()],
    });
    await screen.findByRole('heading', { level: 1 });
    await page.router.navigate('/products-import', { state });
    return page;
  }

  it('is looked at without a file, and saved as one is', async () => {
    const service = bulkService(twoChanges);
    const { user } = await openPasted(service);
    expect(await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
    expect(screen.getByText('مقدارهای چسبانده‌شده')).toBeVisible();
    expect(service.sent).toEqual([{ type: 'application/json' }]);
    await user.click(screen.getByRole('button', { name: /^ثبت ۲ ردیف/ }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: /^بله/ }));
    await waitFor(() => expect(service.commits).toHaveLength(1));
  });

  it('is sent again when the server could not be reached', async () => {
    const service = bulkService(twoChanges);
    service.answerNext('preview', 0);
    const { user } = await openPasted(service);
    await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
    expect(await screen.findByRole('heading', { name: 'پیش‌نمایش تغییرها' })).toBeVisible();
    expect(service.sent).toHaveLength(2);
  });
});

describe('the preview', () => {
  it('shows counts, old and new values, and marks a price that jumps in words', async () => {
    await preview(bulkService(twoChanges));
    const counts = within(screen.getByRole('region', { name: 'خلاصه' }));
    expect(counts.getByText('۴۰')).toBeVisible();
    const [jump, stock] = screen.getAllByRole('article');
    expect(jump).toHaveTextContent('از ۱۰۰٬۰۰۰');
    expect(jump).toHaveTextContent('به ۱۴۵٬۰۰۰');
    expect(within(jump!).getByText('جهش: ۴۵\u200f٪ افزایش')).toBeVisible();
    expect(stock).toHaveTextContent('به ۰');
    expect(within(stock!).queryByText(/جهش/)).not.toBeInTheDocument();
  });

  it('shows only the jumps when asked', async () => {
    const { user } = await preview(bulkService(twoChanges));
    await user.click(screen.getByRole('button', { name: 'فقط جهش‌های قیمت' }));
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('says how many changes the list leaves out', async () => {
    await preview(bulkService({ ...twoChanges, updated: 1_302 }));
    expect(screen.getByText(/^۱٬۳۰۰ تغییر دیگر/)).toBeVisible();
  });

  it('shows a hundred rows, and then more', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => wireRow(index + 2));
    const { user } = await preview(bulkService(wirePreviewOf({ rows, updated: 130 })));
    expect(screen.getAllByRole('article')).toHaveLength(100);
    await user.click(screen.getByRole('button', { name: 'نمایش بیشتر' }));
    expect(screen.getAllByRole('article')).toHaveLength(130);
  });

  it('shows refused rows with row, column, value and reason, and gives their file', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const problem = { row: 9, column: 'موجودی', value: 'abc', message: 'موجودی باید عدد باشد.' };
    const service = bulkService({ ...twoChanges, failed: 1, problems: [problem] });
    const { user } = await preview(service);
    const refused = within(screen.getByRole('region', { name: 'ردیف‌های ردشده' }));
    for (const text of ['ردیف ۹', 'abc', 'موجودی باید عدد باشد.']) expect(refused.getByText(text)).toBeVisible();
    await user.click(refused.getByRole('button', { name: 'دریافت ردیف‌های ردشده' }));
    expect(await screen.findByText('فایل «failed.xlsx» دریافت شد.')).toBeVisible();
    expect(click).toHaveBeenCalledOnce();
  });

  it('has nothing to commit when a file changes nothing', async () => {
    await preview(bulkService(wirePreviewOf({ unchanged: 40 })));
    expect(screen.getByText('چیزی تغییر نمی‌کند.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^ثبت/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'انتخاب فایل دیگر' })).toBeEnabled();
  });

  it('is left without a question', async () => {
    const { user, at } = await preview(bulkService(twoChanges));
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    await waitFor(() => {
      expect(at()).toBe('/home');
    });
  });
});

describe('the commit', () => {
  const press = async (user: Awaited<ReturnType<typeof preview>>['user']) => {
    await user.click(screen.getByRole('button', { name: 'ثبت ۲ ردیف' }));
    const question = await screen.findByRole('alertdialog', { name: 'ثبت ۱ جهش قیمت' });
    await user.click(within(question).getByRole('button', { name: 'بله، ثبت شود' }));
  };

  it('asks about the jumps by their number first, and takes no for an answer', async () => {
    const service = bulkService(twoChanges);
    const { user } = await preview(service);
    await user.click(screen.getByRole('button', { name: 'ثبت ۲ ردیف' }));
    const question = await screen.findByRole('alertdialog', { name: 'ثبت ۱ جهش قیمت' });
    await user.click(within(question).getByRole('button', { name: 'بررسی دوباره' }));
    expect(service.commits).toEqual([]);
  });

  it('asks nothing when no price jumps, and shows what came of it', async () => {
    const service = bulkService(wirePreviewOf({ rows: [wireRow(2)], updated: 1 }));
    const { user } = await preview(service);
    await user.click(screen.getByRole('button', { name: 'ثبت ۱ ردیف' }));
    expect(await screen.findByRole('heading', { name: 'تغییرها ثبت شد' })).toBeVisible();
    expect(screen.getByText('1 ردیف با موفقیت ثبت شد.')).toBeVisible();
    expect(service.commits).toEqual([{ id: 'import-1', key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }]);
    expect(screen.getByRole('link', { name: 'دیدن محصولات' })).toHaveAttribute('href', '/products');
  });

  it('repeats a lost one with the same key and does not ask again', async () => {
    const service = bulkService(twoChanges);
    service.answerNext('commit', 0);
    const { user } = await preview(service);
    await press(user);
    expect(await screen.findByText('پاسخ سرور نرسید. دوباره بزنید؛ هیچ تغییری دو بار ثبت نمی‌شود.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تلاش دوباره برای ثبت' }));
    expect(await screen.findByRole('heading', { name: 'تغییرها ثبت شد' })).toBeVisible();
    expect(service.commits).toHaveLength(2);
    expect(service.commits[0]?.key).toBe(service.commits[1]?.key);
  });

  it('goes back to choosing when the preview has expired', async () => {
    const text = 'این پیش‌نمایش دیگر معتبر نیست. فایل را دوباره بارگذاری کنید.';
    const service = bulkService(twoChanges);
    service.answerNext('commit', 404, { message: text });
    const { user } = await preview(service);
    await press(user);
    expect(await screen.findByRole('heading', { name: 'فایل محصولات را انتخاب کنید' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });

  it('tells of the rows that were not taken', async () => {
    const service = bulkService(twoChanges);
    service.answerNext('commit', 200, { message: '۱ ردیف با موفقیت ثبت شد.', created: 0, updated: 1, failed: 1 });
    const { user } = await preview(service);
    await press(user);
    expect(await screen.findByRole('heading', { name: 'بخشی از تغییرها ثبت شد' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'دریافت ردیف‌های ردشده' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'بارگذاری فایل دیگر' }));
    expect(await screen.findByRole('heading', { name: 'فایل محصولات را انتخاب کنید' })).toBeVisible();
  });

  it('asks before the page is left while it runs', async () => {
    const service = bulkService(twoChanges);
    const { user, at } = await preview(service);
    const release = service.hold();
    await press(user);
    await user.click(screen.getByRole('link', { name: 'بستن' }));
    const question = await screen.findByRole('alertdialog', { name: 'ثبت هنوز تمام نشده است' });
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    expect(at()).toBe('/products-import');
    act(release);
    expect(await screen.findByRole('heading', { name: 'تغییرها ثبت شد' })).toBeVisible();
  });
});

describe('the whole catalogue as a file', () => {
  it('says why it did not come', async () => {
    const service = bulkService();
    service.answerNext('export', 503, { message: 'سرویس در دسترس نیست.' });
    const { user } = await openPage(service);
    await user.click(screen.getByRole('button', { name: 'دریافت فایل اکسل' }));
    expect(await screen.findByText('سرویس در دسترس نیست.')).toBeVisible();
  });
});
