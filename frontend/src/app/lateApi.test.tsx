import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { demoUser, sessionIs } from '../entities/session/msw';
import { renderRoute } from '../testing/renderRoute';
import type * as api from './api';

const calls = vi.hoisted(() => ({ come: true, joined: 0 }));

vi.mock('./api', async (original) => {
  const { connectApi } = await original<typeof api>();
  const connect: typeof connectApi = (...to) => {
    if (!calls.come) throw Object.assign(new Error('gone'), { name: 'ChunkLoadError' });
    calls.joined += 1;
    return connectApi(...to);
  };
  return { connectApi: connect };
});

beforeEach(() => {
  Object.assign(calls, { come: true, joined: 0 });
});

const enter = () => screen.getByRole('button', { name: 'ورود' });

async function fillIn(handlers: Parameters<typeof renderRoute>[1] = {}) {
  const page = renderRoute('/log-in', { token: null, ...handlers });
  await page.user.type(await screen.findByLabelText('شماره تلفن همراه'), '09120000001');
  await page.user.type(screen.getByLabelText('رمز عبور'), 'pishkhan-demo-1');
  return page;
}

const admitted = [
  http.post('*/auth/login-app2', () => {
    document.cookie = 'token=handle-2; Path=/';
    return HttpResponse.json({ message: 'خوش آمدید', user: demoUser, roles: ['seller'] });
  }),
  sessionIs('valid'),
  sellerOfType(1),
  sellerSummaryIs(),
  sellerBindIs(),
];

it('shows the log-in page without the code of any call, and brings it once for all that follows', async () => {
  const { user, at } = await fillIn({ handlers: admitted });
  expect(calls.joined).toBe(0);
  await user.click(enter());
  await waitFor(() => expect(at()).toBe('/home'));
  expect(calls.joined).toBe(1);
});

it('says of a log-in whose code does not come that there is no connection, and tries again', async () => {
  calls.come = false;
  const { user, at } = await fillIn({ handlers: admitted });
  await user.click(enter());
  expect((await screen.findAllByText(/ارتباط با سرور برقرار نشد/))[0]).toBeVisible();
  calls.come = true;
  await user.click(enter());
  await waitFor(() => expect(at()).toBe('/home'));
});

it('says of a password set by a link whose code does not come that there is no connection, and tries again', async () => {
  calls.come = false;
  const set = http.post('*/auth/set-password-app2', () =>
    HttpResponse.json({ message: 'رمز عبور تغییر کرد.', cellphone: '09120000001' }),
  );
  const { user, at } = renderRoute('/set-password#link', { token: null, handlers: [set] });
  await user.type(await screen.findByLabelText('رمز عبور تازه'), 'pishkhan-demo-1');
  await user.type(screen.getByLabelText('تکرار رمز عبور تازه'), 'pishkhan-demo-1{Enter}');
  expect((await screen.findAllByText(/ارتباط با سرور برقرار نشد/))[0]).toBeVisible();
  calls.come = true;
  await user.click(screen.getByRole('button', { name: 'ثبت رمز عبور' }));
  await waitFor(() => expect(at()).toBe('/log-in'));
});

it('leads from the splash to the log-in page when the code of the calls does not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  calls.come = false;
  const { at } = renderRoute('/', { token: null });
  await waitFor(() => expect(at()).toBe('/log-in'));
  vi.useRealTimers();
});
