import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { operatorSession, sessionIs } from '../entities/session/msw';
import { sessionEnded } from '../shared/api/sessionLost';
import { paths } from '../shared/navigation/paths';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';

const seller = [sellerOfType(1), sellerSummaryIs(), sellerBindIs()];
const home = paths.home.href();

describe('a protected page', () => {
  it('opens with a valid session, and has its own title', async () => {
    const { store } = renderRoute(home, { handlers: [sessionIs('valid'), ...seller] });
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
    expect(document.title).toBe('خانه | پیشخوان');
    expect(store.getState().session).toEqual({
      user: { username: 'demo1', firstName: 'نرگس', lastName: 'رستمی' },
      roles: ['seller'],
      isAuthenticated: true,
      token: 'handle-1',
      over: false,
    });
  });

  it('leads to the log-in page when the session is refused, and forgets the user', async () => {
    const { at, store } = renderRoute(home, { handlers: [sessionIs('invalid')] });
    expect(await screen.findByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
    expect(at()).toBe('/log-in');
    expect(store.getState().session.isAuthenticated).toBe(false);
    expect(document.cookie).not.toContain('token=');
  });

  it.each(['down', 'offline', 'held back', 'cut off', 'from a hotel'] as const)(
    'keeps the session and offers another try when the answer is %s',
    async (state) => {
      const { at, user, store } = renderRoute(home, { handlers: [sessionIs(state), ...seller] });
      expect(await screen.findByRole('heading', { name: 'ورود شما بررسی نشد' })).toBeVisible();
      expect(at()).toBe(home);
      expect(store.getState().session.isAuthenticated).toBe(true);
      expect(document.cookie).toContain('token=');
      server.use(sessionIs('valid'));
      await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
      expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
    },
  );

  it('comes by itself when there is a network again', async () => {
    renderRoute(home, { handlers: [sessionIs('offline'), ...seller] });
    await screen.findByRole('heading', { name: 'ورود شما بررسی نشد' });
    server.use(sessionIs('valid'));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
  });

  it('comes by itself when a server that was down answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    renderRoute(home, { handlers: [sessionIs('down'), ...seller] });
    await screen.findByRole('heading', { name: 'ورود شما بررسی نشد' });
    const counting = http.get('*/user/validate-token-app2', () => {
      asked += 1;
      return undefined;
    });
    server.use(counting);
    for (const { after, tries } of [
      { after: 3000, tries: 1 },
      { after: 3000, tries: 1 },
      { after: 3000, tries: 2 },
    ]) {
      await act(() => vi.advanceTimersByTimeAsync(after));
      await waitFor(() => expect(asked).toBe(tries));
      expect(screen.getByRole('heading', { name: 'ورود شما بررسی نشد' })).toBeVisible();
    }
    server.use(sessionIs('valid'));
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
  });

  it('goes on when the answer to another try is there before it is drawn that one waits', async () => {
    const { router } = renderRoute(home, { handlers: [sessionIs('down'), ...seller] });
    const again = await screen.findByRole('button', { name: 'تلاش دوباره' });
    server.use(sessionIs('valid'));
    // Nothing is drawn before its end.
    await act(async () => {
      again.click();
      await vi.waitUntil(() => router.state.errors === null);
    });
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
  });

  it('lets the user log out where the session could not be checked', async () => {
    const left = http.post('*/auth/logout-app2', () => HttpResponse.json({ message: 'خروج با موفقیت انجام شد.' }));
    const { at, user } = renderRoute(home, { handlers: [sessionIs('down'), left, ...seller] });
    await user.click(await screen.findByRole('button', { name: 'خروج از حساب' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'خروج' }));
    expect(await screen.findByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
    expect(at()).toBe('/log-in');
  });

  it('lets nobody in after a log-out whose session cannot be checked', async () => {
    const { store, at, router } = renderRoute(home, { handlers: [sessionIs('valid'), ...seller] });
    await screen.findByRole('link', { name: 'مشتریان' });
    act(() => void store.dispatch(sessionEnded()));
    await waitFor(() => expect(at()).toBe('/log-in'));
    server.use(sessionIs('offline'));
    await act(async () => router.navigate(home));
    expect(await screen.findByRole('heading', { name: 'ورود شما بررسی نشد' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'مشتریان' })).not.toBeInTheDocument();
  });

  it('validates at every step to a page, and stays usable when only the network is gone', async () => {
    let asked = 0;
    const counting = http.get('*/user/validate-token-app2', () => {
      asked += 1;
      return HttpResponse.json({ user: { username: 'u', firstName: '', lastName: '' }, roles: [] });
    });
    const { router } = renderRoute(home, { handlers: [counting, ...seller] });
    await screen.findByRole('link', { name: 'مشتریان' });
    const before = asked;
    await router.navigate(home);
    expect(asked).toBe(before + 1);
    await router.navigate(`${home}?filter=x`);
    expect(asked).toBe(before + 1);
    server.use(sessionIs('offline'));
    await router.navigate(`${home}?filter=x`);
    expect(screen.getByRole('link', { name: 'مشتریان' })).toBeVisible();
    expect(await screen.findByText(/ارتباط با سرور برقرار نشد/)).toBeVisible();
  });

  it('leads to the log-in page when a call of the page meets the end of the session', async () => {
    const lost = http.get('*/market/get-seller-type-app2', () => HttpResponse.json({ message: 'x' }, { status: 401 }));
    const { at } = renderRoute(home, { handlers: [sessionIs('valid'), lost, sellerSummaryIs(), sellerBindIs()] });
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
    expect(document.cookie).not.toContain('token=');
  });
});

it.each([
  ['/sessions', 'نشست‌ها'],
  ['/password', 'رمز عبور'],
])('opens %s to operators as well', async (url, name) => {
  const sessions = http.get('*/user/sessions-app2', () => HttpResponse.json({ sessions: [], evicted: [] }));
  const { at } = renderRoute(url, { handlers: [operatorSession(), sessions] });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(at()).toBe(url);
});

it('says so when a page does not exist', async () => {
  renderRoute('/nowhere');
  expect(await screen.findByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible();
});
