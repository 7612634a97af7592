import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { baseApi } from '../../../shared/api/baseApi';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { orderListService } from '../../order-lists/msw';
// The first test shall not wait for code that comes when it is wanted: on a busy machine that takes all its time.
import '../../order-lists/routes/customer-orders.route';
import './InvoiceDialog';
import type { OrderSheet } from '../../../entities/order/types';
import { invoiceService, workedInvoice } from '../msw';

const PAGE = '/joz-sefaresh/c1';
const ADDRESS = `${PAGE}?invoice=o1`;
const READ = '*/market/fetch-order-joz-faktor-app2/:orderId';
const spaghetti = 'تعداد اسپاگتی ۱٫۲ ۷۰۰ گرم';

const around = () => [sessionIs('valid'), sellerOfType(1), ...orderListService([]).handlers];
const dialog = () => screen.findByRole('dialog', { name: /^فاکتور سفارش/ });
const paper = () => screen.findByRole('article');
const button = (name: string) => screen.getByRole('button', { name });
const at = (page: { router: ReturnType<typeof renderRoute>['router'] }) =>
  page.router.state.location.pathname + page.router.state.location.search;

/** From 600 px on, where the fields stand in the paper. */
function onTablet() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    matches: query === '(min-width: 600px)',
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }));
}

async function openPaper(start: Partial<OrderSheet> = {}, options: Parameters<typeof renderRoute>[1] = {}) {
  const service = invoiceService(start);
  const page = renderRoute(ADDRESS, { before: [PAGE], ...options, handlers: [...around(), ...service.handlers] });
  await paper();
  return { ...page, service };
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const quantity = () => screen.getByRole('textbox', { name: spaghetti });
const total = (label: string) =>
  within(within(screen.getByRole('table', { name: 'جمع فاکتور' })).getByRole('row', { name: new RegExp(`^${label}`) }));

async function type(user: Awaited<ReturnType<typeof openPaper>>['user'], digits: string) {
  await user.clear(quantity());
  await user.type(quantity(), digits);
}

const printPage = vi.fn();
beforeEach(() => {
  printPage.mockReset();
  vi.stubGlobal('print', printPage);
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});

describe('the paper of the worked order', () => {
  it('comes out to the toman', async () => {
    await openPaper();
    expect(rowOf('۷۰۰ گرم')).toHaveTextContent('۱۷۰۰ گرمکارتن۳۱٬۲۶۰٬۰۰۰۳٬۷۸۰٬۰۰۰');
    expect(rowOf('۸۰۰ گرم')).toHaveTextContent('۲۸۰۰ گرمکارتن۲۱٬۳۶۸٬۰۰۰۲٬۷۳۶٬۰۰۰');
    expect(rowOf('خانواده')).toHaveTextContent('۳خانواده ۱٫۵ لیترشرینک۱۰۳۴۸٬۰۰۰۳٬۴۸۰٬۰۰۰');
    const lines = within(screen.getByRole('table', { name: 'جمع فاکتور' })).getAllByRole('row');
    expect(lines.map(({ textContent }) => textContent.replace(/\u00a0/g, ' '))).toEqual([
      'جمع محصولات۹٬۹۹۶٬۰۰۰ تومان',
      '۹\u200f٪ مالیات و ارزش افزوده۸۹۹٬۶۴۰ تومان',
      'هزینه ارسال۳۵۰٬۰۰۰ تومان',
      'مبلغ قابل پرداخت۱۱٬۲۴۵٬۶۴۰ تومان',
      'یازده میلیون و دویست و چهل و پنج هزار و ششصد و چهل تومان',
    ]);
  });

  const tier = { typeId: 'P011-2', title: 'تخفیف حجمی: 10 تا 20 بسته در سفارش', percent: 5, amount: 189_000 };
  const discounted = {
    discounts: [tier],
    totals: { purchase: 9_807_000, tax: 882_630, shipping: 350_000, grand: 11_039_630 },
  };
  const sums = () =>
    within(screen.getByRole('table', { name: 'جمع فاکتور' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent.replace(/\u00a0/g, ' ').replace(/[\u200e\u200f]/g, ''));

  it('names each applied tier, at its line and in the sums', async () => {
    await openPaper(discounted);
    expect(screen.getByRole('table', { name: 'اسپاگتی ۱٫۲' })).toHaveTextContent(
      /تخفیف حجمی: ۱۰ تا ۲۰ بسته در سفارش.*−۱۸۹٬۰۰۰/,
    );
    expect(sums().slice(0, 3)).toEqual([
      'جمع محصولات۹٬۹۹۶٬۰۰۰ تومان',
      'تخفیف حجمی: ۱۰ تا ۲۰ بسته در سفارش · ۵٪ · اسپاگتی ۱٫۲ ۷۰۰ گرم−۱۸۹٬۰۰۰ تومان',
      'جمع پس از تخفیف۹٬۸۰۷٬۰۰۰ تومان',
    ]);
  });

  it('leaves discounted sums to the server while a quantity is changed', async () => {
    onTablet();
    const { user } = await openPaper(discounted);
    await type(user, '4');
    expect(sums()).toContain('جمع پس از تخفیف۹٬۸۰۷٬۰۰۰ تومان');
    expect(sums()).toContain('این مبلغ‌ها پس از ذخیره تغییرها دوباره حساب می‌شوند.');
  });

  it('says who, whom, when and by which code', async () => {
    await openPaper({
      customerNote: 'پیش از ظهر',
      sellerNote: 'نقد',
      status: 'registered',
      revision: 2,
      paperBill: 11_000_000,
    });
    expect(await dialog()).toHaveAccessibleName('فاکتور سفارش \u2066۱۴۰۵-۰۸-۰۰۰۱۲۳\u2069');
    const facts = screen.getByRole('table', { name: 'مشخصات فاکتور' });
    for (const [label, value] of [
      ['شماره سفارش', '۱۴۰۵-۰۸-۰۰۰۱۲۳'],
      ['نسخه', '۲'],
      ['تاریخ ثبت', '۱۴۰۵/۰۸/۳۰ - ۱۲:۰۰'],
      ['تاریخ تحویل', '۱۴۰۵/۰۹/۰۲'],
      ['فروشنده', 'پخش زرین'],
      ['مشتری', 'رضا محمدی'],
      ['فروشگاه', 'سوپر مارکت آفتاب'],
      ['صنف', 'سوپرمارکت'],
      ['محدوده فعالیت', 'تهران، منطقه ۵'],
      ['آدرس', 'تهران، بلوار فردوس شرق، خیابان ولیعصر، پلاک ۱۲'],
    ]) {
      const name = within(facts).getByRole('rowheader', { name: label! });
      expect(name.nextElementSibling).toHaveTextContent(value!);
    }
    expect(screen.getByRole('img', { name: 'رمزینه بررسی اصالت فاکتور' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(within(await paper()).getByText('پیش از ظهر')).toBeVisible();
    expect(within(await paper()).getByText('نقد')).toBeVisible();
    expect(total('مبلغ فاکتور کاغذی').getByText(/۱۱٬۰۰۰٬۰۰۰/)).toBeVisible();
  });

  it('has a table for each product with its kinds, and rows counted through', async () => {
    const [first, second] = workedInvoice.products;
    const products = [{ ...first!, lines: [...first!.lines, { ...second!.lines[0]!, quantity: 1 }] }];
    await openPaper({ products });
    const table = screen.getByRole('table', { name: 'اسپاگتی ۱٫۲' });
    expect(within(table).getByText('۲ نوع · ۴ واحد')).toBeVisible();
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['ردیف', 'اسپاگتی ۱٫۲۲ نوع · ۴ واحد', 'بسته', 'تعداد', 'قیمت واحد (تومان)', 'مبلغ (تومان)']);
    expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent(/^۲/);
  });

  it('prints the rate of the order, not a constant', async () => {
    await openPaper({ taxRate: 10.5, totals: { ...workedInvoice.totals, tax: 1_049_580, grand: 11_395_580 } });
    expect(total('۱۰٫۵\u200f٪ مالیات و ارزش افزوده').getByText(/۱٬۰۴۹٬۵۸۰/)).toBeVisible();
  });
});

describe('the states of the paper', () => {
  it.each([
    ['open', 'سفارش باز', true],
    ['registered', 'ثبت شده', false],
    ['cancelled', 'لغو شده', false],
    ['unknown', 'نامشخص', false],
  ] as const)('%s is called «%s»', async (status, word, editable) => {
    onTablet();
    await openPaper({ status });
    expect(within(await paper()).getByText(word)).toBeVisible();
    expect(screen.queryAllByRole('textbox')).toHaveLength(editable ? 5 : 0);
    expect(button('چاپ')).toBeEnabled();
  });

  it('warns on the paper of a cancelled order', async () => {
    await openPaper({ status: 'cancelled' });
    expect(within(await paper()).getByText('این سفارش لغو شده است و فاکتور اعتبار ندارد.')).toBeVisible();
  });

  it('says on the paper that a registered order is open again', async () => {
    await openPaper({ reopened: true, revision: 3 });
    expect(within(await paper()).getByText(/آخرین نسخه ثبت‌شده ۳ است/)).toBeVisible();
  });

  it('tells how a registered order is changed', async () => {
    await openPaper({ status: 'registered' });
    expect(screen.getByRole('note')).toHaveTextContent('در صفحه سفارش «ویرایش» را بزنید');
    expect(screen.queryByRole('button', { name: 'ویرایش' })).not.toBeInTheDocument();
  });

  it('says when it has no product', async () => {
    await openPaper({ products: [], totals: { purchase: 0, tax: 0, shipping: 0, grand: 0 } });
    expect(within(await paper()).getByText('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
    expect(within(await paper()).getByText('صفر تومان')).toBeVisible();
  });

  it('is announced while it loads', async () => {
    const slow = http.get(READ, async () => {
      await delay('infinite');
    });
    renderRoute(ADDRESS, { handlers: [...around(), slow] });
    expect(await within(await dialog()).findByText('در حال بارگذاری')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'چاپ' })).not.toBeInTheDocument();
  });

  it('shows why it cannot be read, and tries again', async () => {
    const service = invoiceService();
    const failing = http.get(READ, () => HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 }));
    const { user } = renderRoute(ADDRESS, { handlers: [...around(), failing] });
    const block = await within(await dialog()).findByRole('alert');
    expect(within(block).getByText('موردی یافت نشد.')).toBeVisible();
    server.use(...service.handlers);
    await user.click(within(block).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await paper()).toBeVisible();
  });
});

describe('leaving', () => {
  it.each(['بستن', 'بازگشت'])('«%s» leads back to the page below', async (name) => {
    const page = await openPaper();
    await page.user.click(within(await dialog()).getByRole('button', { name }));
    await waitFor(() => expect(at(page)).toBe(PAGE));
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('asks while something is unsaved, and stays or goes', async () => {
    onTablet();
    const page = await openPaper();
    await type(page.user, '5');
    await page.user.click(within(await dialog()).getByRole('button', { name: 'بستن' }));
    const question = await screen.findByRole('alertdialog', { name: 'تغییر ذخیره‌نشده' });
    await page.user.click(within(question).getByRole('button', { name: 'ماندن' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(quantity()).toHaveValue('۵');
    await act(() => page.router.navigate(-1));
    const again = await screen.findByRole('alertdialog', { name: 'تغییر ذخیره‌نشده' });
    await page.user.click(within(again).getByRole('button', { name: 'خروج بدون ذخیره' }));
    await waitFor(() => expect(at(page)).toBe(PAGE));
    expect(page.service.saves).toEqual([]);
  });
});

describe('editing in the paper', () => {
  beforeEach(onTablet);

  it('saves quantities, the paper total and the note at once, with the version and a key', async () => {
    const { user, service } = await openPaper();
    await type(user, '4');
    expect(total('مبلغ قابل پرداخت').getByText(/۱۲٬۶۱۹٬۰۴۰/)).toBeVisible();
    expect(screen.getByText('پیش‌تر ۳')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'مبلغ فاکتور کاغذی' }), '۱۲۶۰۰۰۰۰');
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'تسویه نقدی');
    expect(service.saves).toEqual([]);
    await user.click(button('ذخیره تغییرات'));
    expect(await screen.findByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    expect(service.saves).toHaveLength(1);
    expect(service.saves[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.saves[0]!.body).toMatchObject({ version: 1, PaperBill: 12_600_000, sellerToz: 'تسویه نقدی' });
    expect(service.invoice()).toMatchObject({ version: 2, paperBill: 12_600_000, sellerNote: 'تسویه نقدی' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'ذخیره تغییرات' })).not.toBeInTheDocument());
    await nextFrame();
    expect(quantity()).toHaveValue('۴');
    expect(screen.queryByText('پیش‌تر ۳')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'مبلغ فاکتور کاغذی' })).toHaveValue('۱۲٬۶۰۰٬۰۰۰');
  });

  it('does not save a quantity that is none', async () => {
    const { user, service } = await openPaper();
    await type(user, '0');
    expect(quantity()).toBeInvalid();
    expect(total('مبلغ قابل پرداخت').getByText(/۱۱٬۲۴۵٬۶۴۰/)).toBeVisible();
    await user.click(button('ذخیره تغییرات'));
    expect(button('ذخیره تغییرات')).toHaveAccessibleDescription(/دست‌کم ۱/);
    expect(service.saves).toEqual([]);
    await user.clear(quantity());
    await user.type(quantity(), '3');
    expect(screen.queryByRole('button', { name: 'ذخیره تغییرات' })).not.toBeInTheDocument();
  });

  it('keeps a space that is typed behind the note', async () => {
    const { user } = await openPaper({ sellerNote: 'نقد' });
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), ' فوری');
    expect(screen.getByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('نقد فوری');
  });

  it('is not held up by a field whose line somebody else has taken out', async () => {
    const { user, service, store } = await openPaper();
    await type(user, '0');
    expect(button('چاپ')).toHaveAccessibleDescription(/دست‌کم ۱/);
    service.changeElsewhere({ products: workedInvoice.products.slice(1) });
    // As the return of the network does.
    act(() => void store.dispatch(baseApi.util.invalidateTags(['Order'])));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: spaghetti })).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'ذخیره تغییرات' })).not.toBeInTheDocument();
    await user.click(button('چاپ'));
    await waitFor(() => expect(printPage).toHaveBeenCalledOnce());
  });

  it('throws the changes away on request', async () => {
    const { user } = await openPaper();
    await type(user, '9');
    await user.click(button('کنار گذاشتن'));
    expect(quantity()).toHaveValue('۳');
  });

  it('keeps the changes over a conflict, on top of what somebody else wrote', async () => {
    const { user, service } = await openPaper();
    await type(user, '7');
    service.changeElsewhere({ sellerNote: 'با پیک', paperBill: 5 });
    await user.click(button('ذخیره تغییرات'));
    const notice = await screen.findByRole('alert');
    await nextFrame();
    expect(notice).toHaveTextContent('این مورد در جای دیگری تغییر کرده است');
    expect(notice).toHaveTextContent('روی نسخه تازه سفارش نگه داشته شد');
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['«مبلغ فاکتور کاغذی»: از ۰ به ۵', '«توضیحات فروشنده»: از خالی به «با پیک»']);
    expect(quantity()).toHaveValue('۷');
    expect(screen.getByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('با پیک');
    await user.click(button('ذخیره تغییرات'));
    await waitFor(() => expect(service.invoice().version).toBe(3));
    expect(service.invoice()).toMatchObject({ sellerNote: 'با پیک', paperBill: 5 });
    expect(service.saves.map(({ body }) => body.version)).toEqual([1, 2]);
    expect(service.saves[0]!.key).not.toBe(service.saves[1]!.key);
  });

  it('lists what was not saved when the order was closed meanwhile', async () => {
    const { user, service } = await openPaper();
    await type(user, '7');
    service.changeElsewhere({ status: 'cancelled' });
    await user.click(button('ذخیره تغییرات'));
    const notice = await screen.findByRole('alert');
    await nextFrame();
    expect(notice).toHaveTextContent('سفارش دیگر قابل ویرایش نیست');
    expect(within(notice).getByText('«اسپاگتی ۱٫۲ ۷۰۰ گرم»: از ۳ به ۷')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: spaghetti })).not.toBeInTheDocument();
  });

  it('says what the server says of the stock, and keeps the changes', async () => {
    const { user, service } = await openPaper();
    await type(user, '8');
    service.refuseNext(409, { message: 'موجودی محصول 0 میباشد.' });
    await user.click(button('ذخیره تغییرات'));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('موجودی محصول 0 میباشد.');
    expect(notice).toHaveTextContent('همین‌جا نگه داشته شد');
    expect(quantity()).toHaveValue('۸');
    await user.click(within(notice).getByRole('button', { name: 'متوجه شدم' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each(['answer', 'write'] as const)('loses no %s: the same attempt goes again, once', async (what) => {
    const { user, service } = await openPaper();
    await type(user, '6');
    service.loseNext(what);
    await user.click(button('ذخیره تغییرات'));
    const retry = await screen.findByRole('button', { name: 'ارسال دوباره' });
    expect(button('چاپ')).toBeDisabled();
    expect(within(await paper()).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(retry);
    await waitFor(() => expect(quantity()).toHaveValue('۶'));
    expect(service.saves).toHaveLength(2);
    expect(service.saves[1]).toEqual(service.saves[0]);
    expect(service.invoice().version).toBe(2);
  });

  it('keeps what was typed when the paper cannot be read again', async () => {
    const { user, service } = await openPaper();
    await type(user, '7');
    service.refuseNext(422, { message: 'قیمت تغییر کرده است.' });
    service.readable(false);
    await user.click(button('ذخیره تغییرات'));
    expect(await screen.findByText('قیمت تغییر کرده است.')).toBeVisible();
    expect(quantity()).toHaveValue('۷');
    await user.click(button('متوجه شدم'));
    expect(await screen.findByText('برگه دوباره خوانده نشد و ممکن است تازه نباشد.')).toBeVisible();
    expect(button('چاپ')).toBeDisabled();
    service.readable(true);
    await user.click(button('تلاش دوباره'));
    await waitFor(() => expect(button('چاپ')).toBeEnabled());
    expect(quantity()).toHaveValue('۷');
  });
});

describe('editing on a phone', () => {
  it('opens the fields in a sheet and shows their effect on the paper', async () => {
    const { user, service } = await openPaper();
    expect(within(await paper()).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(button('ویرایش'));
    const sheet = await screen.findByRole('dialog', { name: 'ویرایش فاکتور' });
    const field = within(within(sheet).getByRole('group', { name: 'اسپاگتی ۱٫۲' })).getByRole('textbox');
    await user.clear(field);
    expect(within(sheet).getByText(/دست‌کم ۱/)).toBeVisible();
    await user.type(field, '4');
    expect(within(sheet).getByText('پیش‌تر ۳')).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: 'دیدن برگه' }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(total('مبلغ قابل پرداخت').getByText(/۱۲٬۶۱۹٬۰۴۰/)).toBeVisible();
    await user.click(button('ذخیره تغییرات'));
    await waitFor(() => expect(service.invoice().version).toBe(2));
  });
});

/** The paper for the printer, which the screen does not show. */
const printed = () => document.querySelector('[data-print-area]')!;

describe('printing', () => {
  it('prints at once what the server has, without fields', async () => {
    onTablet();
    const { user } = await openPaper();
    await user.click(button('چاپ'));
    await waitFor(() => expect(printPage).toHaveBeenCalledOnce());
    expect(printed().querySelector('input, textarea, button')).toBeNull();
    expect(printed()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰');
    expect(printed()).not.toHaveTextContent('پیش‌نویس');
    expect(printed()).not.toBeVisible();
  });

  it('asks to save first, and then prints what was saved', async () => {
    onTablet();
    const { user, service } = await openPaper();
    await type(user, '4');
    expect(printed()).toBeEmptyDOMElement();
    await user.click(button('چاپ'));
    const question = await screen.findByRole('alertdialog', { name: 'چاپ فاکتور' });
    printPage.mockImplementation(() => {
      expect(service.invoice().version).toBe(2);
    });
    await user.click(within(question).getByRole('button', { name: 'ذخیره و چاپ' }));
    await waitFor(() => expect(printPage).toHaveBeenCalledOnce());
    expect(printed()).not.toHaveTextContent('پیش‌نویس');
    expect(printed()).toHaveTextContent('۱۲٬۶۱۹٬۰۴۰');
  });

  it('does not print what could not be saved', async () => {
    onTablet();
    const { user, service } = await openPaper();
    await type(user, '4');
    service.refuseNext(409, { message: 'موجودی محصول 0 میباشد.' });
    await user.click(button('چاپ'));
    await user.click(await screen.findByRole('button', { name: 'ذخیره و چاپ' }));
    expect(await screen.findByText('موجودی محصول 0 میباشد.')).toBeVisible();
    expect(printPage).not.toHaveBeenCalled();
  });

  it("is there, named by its code, when the browser's own command prints", async () => {
    await openPaper();
    const before = document.title;
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    expect(document.title).toBe('فاکتور سفارش 1405-08-000123');
    expect(printed()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰');
    window.dispatchEvent(new Event('afterprint'));
    expect(document.title).toBe(before);
  });

  it('remembers the paper that the printer has', async () => {
    const { user } = await openPaper();
    expect(button('A4')).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('۸۰ میلی‌متری'));
    expect(window.localStorage.getItem('pishkhan.paper')).toBe('roll');
    expect(rowOf('۷۰۰ گرم')).toHaveTextContent('کارتن · ۱٬۲۶۰٬۰۰۰');
    expect(within(await paper()).queryByText('مهر و امضای فروشنده')).not.toBeInTheDocument();
  });
});
