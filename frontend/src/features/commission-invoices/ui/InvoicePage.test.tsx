import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { gateway } from '../../../entities/payment/gateway';
import { PAYMENT_ID } from '../../../entities/payment/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { paths } from '../../../shared/navigation/paths';
import { renderRoute } from '../../../testing/renderRoute';
import { invoiceService, wireInvoiceOrderOf, wireLineOf } from '../msw';

const leaveTo = vi.fn();
beforeEach(() => {
  leaveTo.mockClear();
  vi.spyOn(gateway, 'leaveTo').mockImplementation(leaveTo);
});

function openPage(service: ReturnType<typeof invoiceService>, query = '') {
  return renderRoute(`${paths.invoice.href('i1')}${query}`, {
    before: [paths.invoices.href()],
    handlers: [sessionIs('valid'), sellerOfType(1), ...service.handlers],
  });
}

const payButton = () => screen.findByRole('button', { name: 'پرداخت کنید' });
/** The header and the foot of a dialog have a button each. */
const closing = (name: string): HTMLElement => {
  const [first] = within(screen.getByRole('dialog', { name })).getAllByRole('button', { name: 'بستن' });
  if (!first) throw new Error('the dialog cannot be closed');
  return first;
};
/** What stands beside the name of a field. */
const field = (name: string) => {
  const label = screen.getAllByText(name).find(({ tagName }) => tagName === 'DT');
  return label?.nextElementSibling?.textContent.replace(/[\u00a0\u200f]/g, ' ').trim();
};

it('says every field of an invoice that is to be paid', async () => {
  openPage(invoiceService());
  expect(await screen.findByRole('heading', { level: 1, name: 'صورت حساب' })).toBeVisible();
  expect(await payButton()).toBeEnabled();
  expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/soorathesab');
  expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/home');
  expect(screen.getAllByText('پرداخت نشده')[0]).toHaveAttribute('data-tone', 'warning');
  expect(
    Object.fromEntries(
      [
        'درخواست‌کننده',
        'پرداخت‌کننده',
        'تاریخ و ساعت درخواست پرداخت',
        'شماره صورتحساب',
        'نوع همکاری',
        'مجموع فروش به سبد',
        'مبلغ صورتحساب',
        'درگاه پرداخت',
        'تاریخ و ساعت پرداخت',
        'شرایط پرداخت',
        'مهلت پرداخت',
        'وضعیت فروشنده',
      ].map((name) => [name, field(name)]),
    ),
  ).toEqual({
    درخواست‌کننده: 'پلتفرم پیشخوان',
    پرداخت‌کننده: 'پخش رستمی',
    'تاریخ و ساعت درخواست پرداخت': '۱۴۰۵/۰۸/۰۱ · ۰۰:۱۰',
    'شماره صورتحساب': '۱۴۰۵-۰۷-۰۰۰۰۱۲',
    'نوع همکاری': 'درصدی',
    'مجموع فروش به سبد': '۳۲ سبد',
    'مبلغ صورتحساب': '۳٬۰۷۵٬۰۰۰ تومان',
    'درگاه پرداخت': '—',
    'تاریخ و ساعت پرداخت': '—',
    'شرایط پرداخت': 'پرداخت تا ۱۴۰۵/۰۸/۱۵',
    'مهلت پرداخت': '۱۴۰۵/۰۸/۱۵',
    'وضعیت فروشنده': 'فعال',
  });
  expect(field('کارمزد توافقی')).toMatch(/^۲٫۵ ?٪$/);
});

it('folds its fields away and brings them again', async () => {
  const { user } = openPage(invoiceService());
  const header = await screen.findByRole('button', { name: 'مشخصات صورتحساب' });
  expect(header).toHaveAttribute('aria-expanded', 'true');
  await user.click(header);
  expect(header).toHaveAttribute('aria-expanded', 'false');
  await user.click(header);
  expect(header).toHaveAttribute('aria-expanded', 'true');
});

it('spells out how each line came about', async () => {
  const lines = [
    wireLineOf('l1'),
    wireLineOf('l2', { kind: 'correction', monthS: '1405/06', orders: -1, salesAmount: -2_000_020, amount: -50_000 }),
    wireLineOf('l3', { kind: 'credit', monthS: '1405/06', orders: 0, salesAmount: 0, amount: -12_000 }),
    wireLineOf('l4', { monthS: '1405/05', cooperationType: 2, agreedCommission: 5000, orders: 3, amount: 15_000 }),
    wireLineOf('l5', { monthS: '1405/04', cooperationType: 3, agreedCommission: 900_000, amount: 900_000 }),
  ];
  openPage(invoiceService({ lines }));
  const formula = async (name: string) => {
    const line = await screen.findByRole('article', { name });
    return line.textContent.replace(/[\u00a0\u200e\u200f]/g, ' ').replace(/ +/g, ' ');
  };
  expect(await formula('فروش مهر ۱۴۰۵')).toMatch(/۲٫۵ ?٪ × ۱۲۳٬۰۰۰٬۰۰۰ تومان = ۳٬۰۷۵٬۰۰۰ تومان/);
  // The difference of two rounded amounts: a toman beside the product is not called equal.
  expect(await formula('اصلاح فروش شهریور ۱۴۰۵')).toMatch(/× ?−۲٬۰۰۰٬۰۲۰ تومان ≈ ?−۵۰٬۰۰۰ تومان/);
  expect(await formula('فروش مرداد ۱۴۰۵')).toContain('۵٬۰۰۰ تومان × ۳ سبد = ۱۵٬۰۰۰ تومان');
  expect(await formula('فروش تیر ۱۴۰۵')).toContain('مبلغ ثابت ماهانه');
  expect(await formula('بستانکاری از صورتحساب‌های پیشین')).toContain('به سود شما مانده بود');
  const credit = within(screen.getByRole('article', { name: 'بستانکاری از صورتحساب‌های پیشین' }));
  expect(credit.queryByRole('button')).not.toBeInTheDocument();
});

it('shows the orders that made a line, page by page, and opens one', async () => {
  const orders = Array.from({ length: 60 }, (_, at) =>
    wireInvoiceOrderOf(`o${at}`, { Code: `1405-07-${String(at).padStart(6, '0')}` }),
  );
  const service = invoiceService({}, [
    ...orders.slice(0, 1),
    wireInvoiceOrderOf('x', { Code: '', customer: '' }),
    ...orders.slice(1),
  ]);
  const { user, router } = openPage(service);
  const line = within(await screen.findByRole('article', { name: 'فروش مهر ۱۴۰۵' }));
  expect(service.asked).toEqual([]);
  await user.click(line.getByRole('button', { name: 'سفارش‌های این ردیف' }));
  const list = within(await line.findByRole('list', { name: 'سفارش‌های فروش مهر ۱۴۰۵' }));
  expect((await list.findAllByText('۱۴۰۵/۰۷/۱۲')).length).toBeGreaterThan(1);
  expect(list.getAllByText(/۴٬۵۰۰٬۰۰۰/)[0]).toBeVisible();
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent('سوپرمارکت امید');
  expect(second).toHaveTextContent(/^بدون شماره۱۴۰۵\/۰۷\/۱۲/);
  await waitFor(() => expect(service.asked.map((query) => query.get('page'))).toEqual(['1', '2']));
  expect(Object.fromEntries(service.asked[0] ?? [])).toEqual({ line: 'l1', page: '1', limit: '50' });
  await user.click(list.getByRole('button', { name: '۱۴۰۵-۰۷-۰۰۰۰۰۰' }));
  expect(router.state.location.search).toBe('?order=o0');
});

it('leads to the gateway once, however often it is pressed', async () => {
  const service = invoiceService();
  const { user } = openPage(service);
  const button = await payButton();
  await user.dblClick(button);
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/pay/sandbox/A1'));
  expect(button).toHaveAttribute('aria-busy', 'true');
  await user.click(button);
  expect(service.keys).toHaveLength(1);
  expect(service.keys[0]).not.toBe('');
  expect(leaveTo).toHaveBeenCalledTimes(1);
});

it('is ready again after Back from the gateway, and leads to the same payment', async () => {
  const service = invoiceService();
  const { user } = openPage(service);
  const button = await payButton();
  await user.click(button);
  await waitFor(() => expect(leaveTo).toHaveBeenCalledTimes(1));
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  await user.click(button);
  await waitFor(() => expect(leaveTo).toHaveBeenCalledTimes(2));
  expect(leaveTo).toHaveBeenLastCalledWith('/pay/sandbox/A1');
});

it('asks again under the same key when the answer was lost', async () => {
  const service = invoiceService();
  service.loseNext();
  const { user } = openPage(service);
  await user.click(await payButton());
  expect(await screen.findByText('ارتباط با سرور برقرار نشد. اتصال اینترنت را بررسی کنید.')).toBeVisible();
  expect(leaveTo).not.toHaveBeenCalled();
  await user.click(await payButton());
  await waitFor(() => expect(leaveTo).toHaveBeenCalledTimes(1));
  expect(service.keys).toHaveLength(2);
  expect(service.keys[1]).toBe(service.keys[0]);
});

it('shows what stands when it was paid elsewhere meanwhile', async () => {
  const service = invoiceService();
  const { user } = openPage(service);
  const button = await payButton();
  service.pays();
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'پرداخت شده' })).toBeDisabled();
  expect(leaveTo).not.toHaveBeenCalled();
});

it('says why an invoice cannot be paid', async () => {
  const service = invoiceService();
  service.refuseNext(409, { message: 'این صورتحساب قابل پرداخت نیست.' });
  const { user } = openPage(service);
  await user.click(await payButton());
  expect(await screen.findByText('این صورتحساب قابل پرداخت نیست.')).toBeVisible();
  expect(leaveTo).not.toHaveBeenCalled();
});

it('is paid after the return from the gateway: receipt, fields and button', async () => {
  const service = invoiceService();
  service.pays();
  const { user, router } = openPage(service, `?payment=${PAYMENT_ID}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'صورتحساب پرداخت شد' }));
  expect(await dialog.findByText('R-000123')).toBeVisible();
  await user.click(closing('صورتحساب پرداخت شد'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByRole('button', { name: 'پرداخت شده' })).toBeDisabled();
  expect(field('درگاه پرداخت')).toBe('درگاه آزمایشی');
  expect(field('تاریخ و ساعت پرداخت')).toBe('۱۴۰۵/۰۸/۰۲ · ۰۹:۳۰');
  expect(field('شماره پیگیری')).toBe('R-000123');
  expect(screen.queryByRole('button', { name: 'پرداخت کنید' })).not.toBeInTheDocument();
});

it('waits for the bank, and shows what it has answered by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const service = invoiceService();
    openPage(service, `?payment=${PAYMENT_ID}`);
    expect(await screen.findByRole('dialog', { name: 'در حال پرسش از بانک' })).toBeVisible();
    service.pays();
    await act(async () => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByRole('dialog', { name: 'صورتحساب پرداخت شد' })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
  expect(await screen.findByText('پرداخت شده', { selector: 'button' })).toBeDisabled();
});

it('says that a payment waits from which nobody came back, and shows its receipt when the bank has answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const service = invoiceService();
  service.leaves();
  const { user, router } = openPage(service);
  try {
    expect(await screen.findByText(/هنوز از بانک تأیید نشده است/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'ادامه پرداخت' })).not.toBeInTheDocument();
    service.pays();
    await act(async () => vi.advanceTimersByTimeAsync(1500));
    expect(await screen.findByRole('dialog', { name: 'صورتحساب پرداخت شد' })).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
  await user.click(closing('صورتحساب پرداخت شد'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByText('پرداخت شده', { selector: 'button' })).toBeDisabled();
  expect(screen.queryByText(/هنوز از بانک تأیید نشده است/)).not.toBeInTheDocument();
});

it('can be paid anew after it was cancelled at the gateway', async () => {
  const service = invoiceService();
  service.turnsBack();
  const { user } = openPage(service, `?payment=${PAYMENT_ID}`);
  await screen.findByRole('dialog', { name: 'پرداخت لغو شد' });
  await user.click(closing('پرداخت لغو شد'));
  expect(await payButton()).toBeEnabled();
});

it('has nothing to pay when it is void', async () => {
  openPage(invoiceService({ paymentStatus: 'void', paymentStatusText: 'باطل شده' }));
  expect(await screen.findByText('این صورتحساب باطل شده است و پرداختی ندارد.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^پرداخت/ })).not.toBeInTheDocument();
});

it('takes the code for it, not a text in which it stands', async () => {
  openPage(invoiceService({ paymentTerms: 'پرداخت نشده، شده، شده' }));
  expect(await payButton()).toBeEnabled();
});

it('prints its paper: fields, lines and total', async () => {
  const printPage = vi.fn();
  vi.stubGlobal('print', printPage);
  const { user } = openPage(invoiceService());
  await user.click(await screen.findByRole('button', { name: 'چاپ صورتحساب' }));
  await waitFor(() => expect(printPage).toHaveBeenCalledTimes(1), { timeout: 6000 });
  const paper = document.querySelector('[data-print-area]');
  expect(paper).toHaveTextContent('صورت حساب');
  expect(paper).toHaveTextContent('فروش مهر ۱۴۰۵');
  expect(paper).toHaveTextContent('۳٬۰۷۵٬۰۰۰');
});

it('says that there is no such invoice', async () => {
  renderRoute(paths.invoice.href('none'), {
    handlers: [sessionIs('valid'), sellerOfType(1), ...invoiceService().handlers],
  });
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  expect(screen.getAllByText('موردی یافت نشد.').length).toBeGreaterThan(0);
});

it('sends type 3 to the log-in page, as the list does', async () => {
  const { at } = renderRoute(paths.invoice.href('i1'), {
    handlers: [sessionIs('valid'), sellerOfType(3), subscriptionIs(days(20)), ...invoiceService().handlers],
  });
  await waitFor(() => expect(at()).toBe(paths.logIn.href()));
});
