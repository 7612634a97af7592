import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';

const rest = [sessionIs('valid'), sellerSummaryIs(), sellerBindIs(), subscriptionIs(days(20))];

/** Also behind a dialog. */
const sections = { name: 'بخش‌ها', hidden: true } as const;

async function openPage(type: number, options: Parameters<typeof renderRoute>[1] = {}) {
  const page = renderRoute('/home', { handlers: [...rest, sellerOfType(type)], ...options });
  await screen.findByRole('list', sections);
  return page;
}

const tiles = () =>
  within(screen.getByRole('list', sections))
    .getAllByRole('link', { hidden: true })
    .map((link) => link.textContent);

// Brought here, and not by the test that happens to be the first to need it.
beforeAll(() => import('../../../shared/ui/ConfirmDialog'));

afterEach(() => {
  vi.useRealTimers();
});

describe('the home page', () => {
  it.each([
    [1, ['پیشخوان', 'محصولات', 'مشتریان', 'سفارش‌ها', 'صورتحساب', 'تنظیمات'], true],
    [2, ['محصولات', 'مشتریان', 'سفارش‌ها', 'صورتحساب', 'تنظیمات'], false],
    [3, ['محصولات', 'مشتریان', 'سفارش‌ها', 'تنظیمات'], false],
    [-1, ['پیشخوان', 'محصولات', 'مشتریان', 'سفارش‌ها', 'تنظیمات'], true],
  ])('shows seller type %i its sections', async (type, names, logOut) => {
    await openPage(type);
    expect(tiles()).toEqual(names);
    expect(screen.queryByRole('button', { name: 'خروج از حساب' }) !== null).toBe(logOut);
    const help = within(await screen.findByRole('navigation', { name: 'پیوندهای راهنما' }));
    expect(help.getByRole('link', { name: 'نشست‌ها و رمز عبور' })).toHaveAttribute('href', '/sessions');
  });

  it('draws no footer before it knows what stands above it, which would push it away', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const late = http.get('*/market/get-seller-type-app2', () => asked.then(() => undefined));
    renderRoute('/home', { handlers: [late, ...rest, sellerOfType(2)] });
    await screen.findByRole('heading', { level: 1 });
    const footer = { name: 'پیوندهای راهنما' };
    expect(screen.queryByRole('navigation', footer)).not.toBeInTheDocument();
    answer();
    expect(await screen.findByRole('navigation', footer)).toBeVisible();
  });

  it('shows the reminder where it moves nothing that stands there already', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const late = http.get('*/market/subscription-app2', () => asked.then(() => undefined));
    await openPage(2, { handlers: [late, ...rest.slice(0, 3), sellerOfType(2), subscriptionIs(days(2))] });
    const footer = { name: 'پیوندهای راهنما' };
    expect(screen.queryByRole('navigation', footer)).not.toBeInTheDocument();
    answer();
    const reminder = await screen.findByText(/تا پایان اشتراک شما مانده است/);
    const isBefore = (one: Element, other: Element) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(isBefore(screen.getByRole('list', sections), reminder)).toBe(true);
    // The store tells the page of the answer up to a frame later than a part that draws itself again meanwhile has it.
    expect(isBefore(reminder, await screen.findByRole('navigation', footer))).toBe(true);
  });

  describe('for every type, store and subscription', () => {
    const subscriptions = { none: null, live: days(20), ending: days(2), expired: -days(1) };
    const left = { none: 'نامشخص', live: '۲۰ روز', ending: '۲ روز', expired: 'منقضی شده' };
    const rows = [-1, 1, 2, 3].flatMap((type) =>
      [true, false].flatMap((on) =>
        (Object.keys(left) as (keyof typeof left)[]).map((subscription) => ({ type, on, subscription })),
      ),
    );
    it.each(rows)('type $type, store on: $on, subscription $subscription', async ({ type, on, subscription }) => {
      const subscribes = type === 2 || type === 3;
      const handlers = [...rest.slice(0, 3), sellerOfType(type, on), subscriptionIs(subscriptions[subscription])];
      await openPage(type, { handlers });
      const names = tiles();
      expect(names.includes('پیشخوان')).toBe(!subscribes);
      expect(names.includes('صورتحساب')).toBe(type === 1 || type === 2);
      const button = (name: string) => screen.queryByRole('button', { name, hidden: true });
      expect(button('خروج از حساب') === null).toBe(subscribes);
      expect(button('وضعیت فروشگاه و اشتراک') !== null).toBe(subscribes);
      if (subscribes) expect(await screen.findByText(left[subscription])).toBeVisible();
      else for (const text of Object.values(left)) expect(screen.queryByText(text)).not.toBeInTheDocument();
      // An end that the server has not recorded yet is an end all the same.
      const isOpen = on && !(subscribes && subscription === 'expired');
      expect(await screen.findByText(`وضعیت فروشگاه: ${isOpen ? 'فعال' : 'غیرفعال'}`)).toBeInTheDocument();
      const expired = { name: 'پایان اشتراک' };
      if (on && !isOpen) expect(await screen.findByRole('alertdialog', expired)).toBeVisible();
      else expect(screen.queryByRole('alertdialog', expired)).not.toBeInTheDocument();
      const reminder = screen.queryByText(/تا پایان اشتراک شما مانده است/);
      expect(reminder !== null).toBe(subscribes && subscription === 'ending');
    });
  });

  it('reminds before the end until the reminder is closed, and again at the next one', async () => {
    const { user } = await openPage(2, { handlers: [...rest.slice(0, 3), sellerOfType(2), subscriptionIs(days(6))] });
    expect(await screen.findByText(/^۶ روز تا پایان اشتراک/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'بستن یادآوری' }));
    expect(screen.queryByText(/تا پایان اشتراک شما/)).not.toBeInTheDocument();
  });

  it('names the store, its state and live numbers', async () => {
    await openPage(1);
    expect(await screen.findByRole('heading', { name: 'پخش رستمی' })).toBeVisible();
    expect(screen.getByText('وضعیت فروشگاه: فعال')).toBeInTheDocument();
    expect(await screen.findByText('۱۸۰')).toBeVisible();
    expect(screen.getByText('۶۴')).toBeVisible();
  });

  it('shows the Jalali date and a clock that moves each second', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: new Date('2026-11-21T08:30:15Z'),
      shouldAdvanceTime: true,
    });
    await openPage(1);
    expect(screen.getByText('شنبه ۳۰ آبان ۱۴۰۵')).toBeVisible();
    const before = screen.getByRole('timer').textContent;
    expect(before).toMatch(/^۱۲:۰۰:[۰-۹]{2}$/);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('timer').textContent).not.toBe(before);
  });

  it('logs out only after the question, then leads to the log-in page', async () => {
    let asked = 0;
    const { user, at } = await openPage(1);
    server.use(
      http.post('*/auth/logout-app2', () => {
        asked += 1;
        return HttpResponse.json({ message: 'خروج با موفقیت انجام شد.' });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'خروج از حساب' }));
    const question = await screen.findByRole('alertdialog', { name: 'خروج از حساب' });
    await user.click(within(question).getByRole('button', { name: 'انصراف' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(asked).toBe(0);
    await user.click(screen.getByRole('button', { name: 'خروج از حساب' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'خروج' }));
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
    expect(asked).toBe(1);
    expect(document.cookie).not.toContain('token=');
  });

  it('asks before Back leaves the app, and stays when told so', async () => {
    const closeWindow = vi.spyOn(window, 'close').mockReturnValue(undefined);
    const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
    const { user, router, at } = await openPage(1, { before: ['/about'] });
    await act(() => router.navigate(-1));
    const question = await screen.findByRole('alertdialog', { name: 'خروج از برنامه' });
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(at()).toBe('/home');
    expect(closeWindow).not.toHaveBeenCalled();
    await act(() => router.navigate(-1));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'خروج از برنامه' }));
    expect(closeWindow).toHaveBeenCalledOnce();
    expect(go).toHaveBeenCalledWith(-1);
    expect(at()).toBe('/home');
  });

  it('shows every line of a failure, and tries again', async () => {
    const failing = http.get('*/market/get-seller-type-app2', () =>
      HttpResponse.json({ seller: 'ناشناس', message: 'موردی یافت نشد.' }, { status: 404 }),
    );
    const { user } = renderRoute('/home', { handlers: [...rest, failing] });
    const retry = await screen.findByRole('button', { name: 'تلاش دوباره' });
    const block = screen.getAllByRole('alert').find((region) => region.contains(retry)) as HTMLElement;
    expect(within(block).getByText('seller: ناشناس')).toBeVisible();
    expect(within(block).getByText('موردی یافت نشد.')).toBeVisible();
    server.use(sellerOfType(3));
    await user.click(retry);
    expect(await screen.findByRole('list', { name: 'بخش‌ها' })).toBeVisible();
  });
});
