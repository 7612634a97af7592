import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';

const rest = [sessionIs('valid'), sellerSummaryIs(), sellerBindIs()];

async function open(type: number, options: Parameters<typeof renderRoute>[1] = {}) {
  const page = renderRoute('/home', { handlers: [...rest, sellerOfType(type)], ...options });
  await screen.findByRole('list', { name: 'بخش‌ها' });
  return page;
}

const tiles = () =>
  within(screen.getByRole('list', { name: 'بخش‌ها' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

afterEach(() => {
  vi.useRealTimers();
});

describe('the home page', () => {
  it.each([
    [1, ['پیشخوان', 'محصولات', 'مشتریان', 'صورتحساب', 'تنظیمات'], true],
    [2, ['محصولات', 'مشتریان', 'صورتحساب', 'تنظیمات'], false],
    [3, ['محصولات', 'مشتریان', 'تنظیمات'], false],
    [-1, ['پیشخوان', 'محصولات', 'مشتریان', 'تنظیمات'], true],
  ])('shows seller type %i its sections', async (type, names, logOut) => {
    await open(type);
    expect(tiles()).toEqual(names);
    expect(screen.queryByRole('button', { name: 'خروج از حساب' }) !== null).toBe(logOut);
  });

  it('names the store, its state and live numbers', async () => {
    await open(1);
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
    await open(1);
    expect(screen.getByText('شنبه ۳۰ آبان ۱۴۰۵')).toBeVisible();
    const before = screen.getByRole('timer').textContent;
    expect(before).toMatch(/^۱۲:۰۰:[۰-۹]{2}$/);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('timer').textContent).not.toBe(before);
  });

  it('logs out only after the question, then leads to the log-in page', async () => {
    let asked = 0;
    const { user, at } = await open(1);
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
    const close = vi.spyOn(window, 'close').mockReturnValue(undefined);
    const go = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
    const { user, router, at } = await open(1, { before: ['/about'] });
    await act(() => router.navigate(-1));
    const question = await screen.findByRole('alertdialog', { name: 'خروج از برنامه' });
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(at()).toBe('/home');
    expect(close).not.toHaveBeenCalled();
    await act(() => router.navigate(-1));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'خروج از برنامه' }));
    expect(close).toHaveBeenCalledOnce();
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
