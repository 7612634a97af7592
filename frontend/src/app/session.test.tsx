import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { stockIs } from '../entities/product/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { demoOperator, demoUser, operatorSession, sessionIs } from '../entities/session/msw';
import { findService } from '../features/find-order/msw';
import { orderService } from '../features/orders/msw';
import { sessionEnded, sessionLost } from '../shared/api/sessionLost';
import { paths } from '../shared/navigation/paths';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';
import { watchSession } from './sessionWatch';

vi.setConfig({ testTimeout: 60_000 });

const ORDER = '/sefaresh-moshtari/c1/o1';
const OVER = 'نشست شما معتبر نیست. دوباره وارد شوید.';
const UNSENT = 'تغییرات ثبت‌نشده شما';

const ended = (call: string) => http.all(`*/${call}`, () => HttpResponse.json({ message: OVER }, { status: 401 }));
const shop = [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs(), stockIs()];

type Page = ReturnType<typeof renderRoute>;

async function logIn({ user }: Page, as: typeof demoUser, roles = ['seller']) {
  server.use(
    http.post('*/auth/login-app2', () => {
      document.cookie = 'token=handle-2; Path=/';
      return HttpResponse.json({ message: 'خوش آمدید', user: as, roles });
    }),
  );
  await user.type(await screen.findByLabelText('شماره تلفن همراه'), '09120000001');
  await user.type(screen.getByLabelText('رمز عبور'), 'secret-word');
  await user.click(screen.getByRole('button', { name: 'ورود' }));
}

/** A quantity is changed, and the server no longer knows the session. */
async function loseSessionInAnOrder() {
  const order = orderService();
  const page = renderRoute(ORDER, { handlers: [...shop, ...order.handlers] });
  await screen.findByRole('heading', { name: 'خلاصه سفارش', hidden: true }, { timeout: 20_000 });
  server.use(ended('market/order-update-app2/:id'));
  await page.user.click(screen.getByRole('button', { name: 'افزایش اسپاگتی ۱٫۲ ۷۰۰ گرم' }));
  expect(await screen.findByText(OVER)).toBeVisible();
  expect(page.at()).toBe(paths.logIn.href());
  server.resetHandlers();
  server.use(...shop, ...order.handlers);
  return page;
}

it('says why at the log-in, and brings the same user back to the page and what was unsent', async () => {
  const page = await loseSessionInAnOrder();
  await logIn(page, demoUser);
  expect(await screen.findByRole('alertdialog', { name: UNSENT })).toBeVisible();
  expect(page.at()).toBe(ORDER);
  expect(sessionStorage.getItem('pishkhan.return')).toBeNull();
});

/** The tab comes back to the front, after another one has logged in. */
function logInElsewhere(page: Page, username: string) {
  const session = { user: { ...demoUser, username }, roles: ['seller'] };
  server.use(http.get('*/user/validate-token-app2', () => HttpResponse.json(session)));
  document.cookie = 'token=handle-2; Path=/';
  const unwatch = watchSession(page, () => undefined);
  act(() => void window.dispatchEvent(new Event('focus')));
  return unwatch;
}

it('goes on by itself when the same user has logged in in another tab', async () => {
  const page = await loseSessionInAnOrder();
  const unwatch = logInElsewhere(page, demoUser.username);
  expect(await screen.findByRole('alertdialog', { name: UNSENT })).toBeVisible();
  expect(page.at()).toBe(ORDER);
  unwatch();
});

it('leads home who is somebody else in the other tab', async () => {
  const page = await loseSessionInAnOrder();
  const unwatch = logInElsewhere(page, 'demo2');
  await waitFor(() => expect(page.at()).toBe(paths.home.href()));
  expect(Object.keys(sessionStorage)).toEqual(['pishkhan.user']);
  unwatch();
});

it('leads another user home, and leaves nothing of the one before', async () => {
  const page = await loseSessionInAnOrder();
  const other = { ...demoUser, username: 'demo2' };
  server.use(http.get('*/user/validate-token-app2', () => HttpResponse.json({ user: other, roles: ['seller'] })));
  await logIn(page, other);
  await waitFor(() => expect(page.at()).toBe(paths.home.href()));
  expect(Object.keys(sessionStorage)).toEqual(['pishkhan.user']);
  expect(sessionStorage.getItem('pishkhan.user')).toBe('demo2');
  await act(async () => page.router.navigate(ORDER));
  await screen.findByRole('heading', { name: 'خلاصه سفارش', hidden: true });
  expect(screen.queryByRole('alertdialog', { name: UNSENT })).not.toBeInTheDocument();
});

it('brings the user back whose session was over when the page was opened', async () => {
  const page = await loseSessionInAnOrder();
  await logIn(page, demoUser);
  await waitFor(() => expect(page.at()).toBe(ORDER));
  server.use(ended('user/validate-token-app2'));
  await act(async () => page.router.navigate(paths.customerOrders.href('c1')));
  expect(await screen.findByText(OVER)).toBeVisible();
  expect(sessionStorage.getItem('pishkhan.return')).toBe(paths.customerOrders.href('c1'));
});

it('keeps no address of a page that a role may not see', async () => {
  const handlers = [operatorSession(), ...findService([]).handlers];
  const page = renderRoute(paths.settings.href(), { handlers });
  await screen.findByRole('heading', { level: 1 });
  expect(page.at()).toBe(paths.findOrder.href());
  expect(sessionStorage.getItem('pishkhan.return')).toBeNull();
  server.use(ended('user/validate-token-app2'));
  await act(async () => page.router.navigate(paths.findOrder.href()));
  expect(await screen.findByText(OVER)).toBeVisible();
  server.resetHandlers();
  server.use(...handlers);
  await logIn(page, demoOperator, ['operator']);
  await waitFor(() => expect(page.at()).toBe(paths.findOrder.href()));
});

it('says nothing of a session to who had none', async () => {
  renderRoute(paths.home.href(), { token: null, handlers: [sessionIs('invalid')] });
  await screen.findByRole('heading', { name: 'ورود به پیشخوان' });
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
});

it('leaves nothing in the tab when a call has met the end of the session at the moment of the log-out', async () => {
  const { store, at } = renderRoute(paths.home.href(), { handlers: shop });
  await screen.findByRole('link', { name: 'مشتریان' });
  sessionStorage.setItem('pishkhan.kept/demo1/settings', '{}');
  act(() => {
    store.dispatch(sessionLost());
    store.dispatch(sessionEnded());
  });
  await waitFor(() => expect(at()).toBe(paths.logIn.href()));
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
});

it.each([paths.home.href(), paths.splash.href()])(
  'validates once on a cold start at %s, and again at every step',
  async (url) => {
    let asked = 0;
    const counting = http.get('*/user/validate-token-app2', () => {
      asked += 1;
      return HttpResponse.json({ user: demoUser, roles: ['seller'] });
    });
    const quiet = http.get('*/report/*', () => HttpResponse.json({}, { status: 500 }));
    const page = renderRoute(url, { handlers: [counting, ...shop.slice(1), quiet] });
    await waitFor(() => expect(page.at()).toBe(url === paths.home.href() ? url : paths.dashboard.href()), {
      timeout: 15_000,
    });
    await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 });
    await waitFor(() => expect(page.router.state.navigation.state).toBe('idle'));
    expect(asked).toBe(1);
    await act(async () => page.router.navigate(paths.settings.href()));
    expect(asked).toBe(2);
  },
  40_000,
);

it('leaves nothing of a user who logs out when another call meets the end of the session before the answer', async () => {
  const page = renderRoute(paths.home.href(), { handlers: shop });
  server.use(http.post('*/auth/logout-app2', async () => delay('infinite')));
  await page.user.click(await screen.findByRole('button', { name: 'خروج از حساب' }));
  const question = within(await screen.findByRole('alertdialog'));
  await page.user.click(question.getByRole('button', { name: 'خروج' }));
  sessionStorage.setItem('pishkhan.order-draft/user/o1', '{}');
  act(() => void page.store.dispatch(sessionLost()));
  expect(await screen.findByRole('heading', { name: 'ورود به پیشخوان' })).toBeVisible();
  await waitFor(() => expect(sessionStorage.getItem('pishkhan.order-draft/user/o1')).toBeNull());
});
