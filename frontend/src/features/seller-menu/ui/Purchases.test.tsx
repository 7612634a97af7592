import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { awaitedHere, awaitHere } from '../../../entities/payment/awaited';
import { gateway } from '../../../entities/payment/gateway';
import { PAYMENT_ID, paymentIs, pendingPayment, wirePaymentIs } from '../../../entities/payment/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs, wirePeriodIs } from '../../../entities/subscription/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';

const OLD_END = Date.parse('2027-01-20T08:30:00Z');
const OLD_PAYMENT = '0190a0a0-0000-7000-8000-0000000000bb';
const extension = wirePeriodIs(OLD_END, { isExtension: true });

function visit(url: string, ...subscription: Parameters<typeof subscriptionIs>) {
  const page = renderRoute(url, {
    before: ['/about'],
    handlers: [
      ...[sessionIs('valid'), sellerSummaryIs(), sellerBindIs(), sellerOfType(2, (subscription[0] ?? 0) > 0)],
      subscriptionIs(...subscription),
      http.get('*/user/checkAddedSellers', () => HttpResponse.json({ result: true })),
    ],
  });
  return { ...page, search: () => page.router.state.location.search };
}

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(
  () =>
    Promise.all([
      import('../../../app/routes/home.route'),
      import('./MenuParts'),
      import('../../../entities/payment/ui/PaymentDialog'),
      import('../../../entities/payment/ui/AwaitedPaymentNotice'),
    ]),
  60_000,
);

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const valueBeside = async (dialog: HTMLElement, name: string) => (await within(dialog).findByText(name)).nextSibling;

it('of an extension the receipt tells from when to when it goes on', async () => {
  server.use(paymentIs(wirePaymentIs({ bought: extension })));
  visit(`/home?payment=${PAYMENT_ID}`, days(58));
  const dialog = await screen.findByRole('dialog', { name: 'اشتراک شما تمدید شد' });
  expect(await valueBeside(dialog, 'نوع اشتراک')).toHaveTextContent('اشتراک یک ماهه');
  expect(await valueBeside(dialog, 'تمدید از')).toHaveTextContent('۱۴۰۵/۱۰/۳۰ · ۱۲:۰۰');
  expect(await valueBeside(dialog, 'تمدید تا')).toHaveTextContent('۱۴۰۵/۱۱/۳۰ · ۱۲:۰۰');
});

it('lists what follows what, each with its own receipt, also when another one was bought since', async () => {
  const first = wirePeriodIs(OLD_END - days(90), {
    ...{ title: 'اشتراک سه ماهه', total: 3_300_000, endTimestamp: OLD_END, paymentId: OLD_PAYMENT },
  });
  server.use(paymentIs(wirePaymentIs({ bought: first })));
  const { user, search } = visit('/home?menu=subscription', days(88), {
    title: 'اشتراک ۴ ماهه',
    periods: [first, extension],
  });
  expect(await screen.findByText('۸۸ روز', { selector: 'main *' })).toBeInTheDocument();
  const sheet = await screen.findByRole('dialog', { name: 'اشتراک' });
  const periods = within(await within(sheet).findByRole('list', { name: 'دوره‌های اشتراک' })).getAllByRole('listitem');
  expect(periods).toHaveLength(2);
  expect(within(periods[0]!).getByText('۳٬۳۰۰٬۰۰۰')).toBeVisible();
  expect(within(periods[0]!).getByText('پایان').nextSibling).toHaveTextContent('۱۴۰۵/۱۰/۳۰');
  expect(within(periods[1]!).getByText('شروع').nextSibling).toHaveTextContent('۱۴۰۵/۱۰/۳۰');
  await user.click(within(periods[0]!).getByRole('button', { name: 'رسید پرداخت' }));
  const dialog = await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' });
  expect(search()).toBe(`?menu=subscription&payment=${OLD_PAYMENT}`);
  expect(await valueBeside(dialog, 'نوع اشتراک')).toHaveTextContent('اشتراک سه ماهه');
});

it.each([
  ['never had one', null, /هنوز اشتراکی نخریده‌اید/, 'خرید اشتراک'],
  ['let it end', -days(3), /اشتراک شما پایان یافته است/, 'تمدید اشتراک'],
])('tells who %s on home, and leads to the plans', async (_, left, text, button) => {
  const { user, search } = visit('/home', left);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'بستن یادآوری' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByRole('dialog', { name: 'اشتراک' })).toBeVisible();
  expect(search()).toBe('?menu=subscription');
});

it('says in words that less than a day is left, also in the reminder', async () => {
  visit('/home', 12_000);
  expect(await screen.findByText('کمتر از یک روز')).toBeVisible();
  expect(await screen.findByText(/^کمتر از یک روز تا پایان اشتراک شما مانده است/)).toBeVisible();
});

const WAITING = /^پرداخت ۱٬۱۰۰٬۰۰۰.تومان در ۱۴۰۵\/۰۹\/۰۲ ساعت ۰۷:۰۰ هنوز از بانک تأیید نشده است/;
const awaited = { awaitedPayment: pendingPayment() };

it('shows a payment that nobody came back from until the bank has spoken, and then its receipt, once', async () => {
  const leaveTo = vi.spyOn(gateway, 'leaveTo').mockReturnValue(undefined);
  server.use(paymentIs(pendingPayment(), wirePaymentIs()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, search } = visit('/home', null, {}, awaited);
  expect(await screen.findByText(WAITING)).toBeVisible();
  // No request to buy a plan that may be paid already.
  expect(screen.queryByRole('button', { name: 'خرید اشتراک' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'ادامه پرداخت' }));
  expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/pay/sandbox/A1');
  server.use(subscriptionIs(days(30)));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  const dialog = await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' });
  expect(search()).toBe(`?payment=${PAYMENT_ID}`);
  expect(await screen.findByText('۳۰ روز')).toBeInTheDocument();
  await user.click(within(dialog).getAllByRole('button', { name: 'بستن' })[0]!);
  await waitFor(() => expect(search()).toBe(''));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(search()).toBe('');
  expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
});

it('tells who sees it waiting that it was not paid in time, and offers the plans again afterwards', async () => {
  server.use(paymentIs(pendingPayment({ redirectUrl: null }), wirePaymentIs({ state: 'expired', bought: null })));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user } = visit('/home', null, {}, awaited);
  expect(await screen.findByText(WAITING)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'ادامه پرداخت' })).not.toBeInTheDocument();
  server.use(subscriptionIs(null));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  const dialog = await screen.findByRole('dialog', { name: 'مهلت پرداخت گذشت' });
  await user.click(within(dialog).getAllByRole('button', { name: 'بستن' })[0]!);
  expect(await screen.findByText(/هنوز اشتراکی نخریده‌اید/)).toBeVisible();
});

it('says in the sheet of plans that a payment waits', async () => {
  server.use(paymentIs(pendingPayment()));
  const { user, search } = visit('/home?menu=subscription', days(3), {}, awaited);
  await user.click(await screen.findByRole('button', { name: 'پیگیری پرداخت' }));
  expect(await screen.findByRole('dialog', { name: 'در حال پرسش از بانک' })).toBeVisible();
  expect(search()).toBe(`?menu=subscription&payment=${PAYMENT_ID}`);
});

it('brings the receipt of what was paid while the panel was closed, once', async () => {
  awaitHere(PAYMENT_ID);
  server.use(paymentIs(wirePaymentIs()));
  const { search } = visit('/home', days(30));
  expect(await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' })).toBeVisible();
  expect(search()).toBe(`?payment=${PAYMENT_ID}`);
  await waitFor(() => expect(awaitedHere()).toBeNull());
});

it.each([
  ['was not paid', () => HttpResponse.json(wirePaymentIs({ state: 'expired', bought: null }))],
  ['is another seller’s', () => HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 })],
])('forgets in silence a payment of this device that %s', async (_, answer) => {
  awaitHere(PAYMENT_ID);
  server.use(http.get('*/market/payment-app2/:id', answer));
  const { search } = visit('/home', days(5));
  await waitFor(() => expect(awaitedHere()).toBeNull());
  expect(await screen.findByText(/^۵ روز تا پایان/)).toBeVisible();
  expect(search()).toBe('');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
