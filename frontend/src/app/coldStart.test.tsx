import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { demoUser, sessionIs } from '../entities/session/msw';
import { customersService } from '../features/customers/msw';
import { paths } from '../shared/navigation/paths';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';
import firstCalls from './firstCalls.json';

const OVER = 'نشست شما معتبر نیست. دوباره وارد شوید.';
const asking = firstCalls.pages.filter(({ calls }) => calls.length > 0);

afterEach(() => {
  Object.assign(window, { pishkhanEarly: undefined, pishkhanToken: undefined });
  window.history.replaceState(null, '', '/');
});

/** A tab that begins at `url` with the cookie of a session that the server no longer knows. */
async function begin(url: string) {
  const written = document.createElement('meta');
  written.name = 'pishkhan-pages';
  const pages = firstCalls.pages.map((page) => ({ ...page, files: [], calls: [...firstCalls.shell, ...page.calls] }));
  written.content = JSON.stringify(pages);
  document.head.append(written);
  onTestFinished(() => written.remove());
  window.history.replaceState(null, '', url);
  document.cookie = 'token=handle-1; Path=/';
  server.use(
    http.get('*', () => {
      document.cookie = 'token=; Path=/; Max-Age=0';
      return HttpResponse.json({ message: OVER }, { status: 401 });
    }),
  );
  runInThisContext(readFileSync('public/theme-boot.js', 'utf8'));
  // The app's own code takes its time.
  await vi.waitUntil(() => !document.cookie.includes('token='));
  return renderRoute(url, { token: null });
}

it.each(asking.map(({ path }) => path.replaceAll(/:\w+/g, 'x1')))(
  'says why the log-in page stands in the place of %s, whose session was over before the app was there',
  async (url) => {
    const page = await begin(url);
    expect(await screen.findByText(OVER)).toBeVisible();
    expect(page.at()).toBe(paths.logIn.href());
    expect(sessionStorage.getItem('pishkhan.return')).toBe(url);
  },
);

it('leads back to the page after the log-in', async () => {
  const { user, at } = await begin(paths.customers.href());
  await screen.findByText(OVER);
  server.resetHandlers();
  server.use(sessionIs('valid'), ...customersService([]).handlers);
  server.use(
    http.post('*/auth/login-app2', () => {
      document.cookie = 'token=handle-2; Path=/';
      return HttpResponse.json({ message: 'خوش آمدید', user: demoUser, roles: ['seller'] });
    }),
  );
  await user.type(screen.getByLabelText('شماره تلفن همراه'), '09120000001');
  await user.type(screen.getByLabelText('رمز عبور'), 'secret-word');
  await user.click(screen.getByRole('button', { name: 'ورود' }));
  await waitFor(() => expect(at()).toBe(paths.customers.href()));
  expect(await screen.findByRole('heading', { name: 'مشتریان' })).toBeVisible();
});
