import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerSummaryIs } from '../../entities/seller/msw';
import { sessionIs } from '../../entities/session/msw';
import { subscriptionReply } from '../../entities/subscription/msw';
import { renderRoute } from '../../testing/renderRoute';

const START = Date.parse('2026-11-23T10:00:00Z');

afterEach(() => {
  vi.useRealTimers();
});

/** The server's clock runs an hour ahead of the device's; the subscription has five seconds left on it. */
function visit(url: string, { type = 2, isActive = true } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START, shouldAdvanceTime: true });
  const ends = START + 3_600_000 + 5_000;
  const asked = { type: 0, subscription: 0 };
  const over = () => Date.now() + 3_600_000 >= ends;
  const page = renderRoute(url, {
    handlers: [
      ...[sessionIs('valid'), sellerSummaryIs(), sellerBindIs()],
      http.get('*/market/get-seller-type-app2', () => {
        asked.type += 1;
        return HttpResponse.json({ seller: [{ isActive: isActive && !over(), sellerInfo: [{ SellerType: type }] }] });
      }),
      http.get('*/market/subscription-app2', () => {
        asked.subscription += 1;
        const serverTime = Date.now() + 3_600_000;
        return HttpResponse.json(subscriptionReply(ends - serverTime, {}, { serverTime }));
      }),
    ],
  });
  return { ...page, asked };
}

it('switches the store off in front of the user when the subscription ends', async () => {
  const { asked, user } = visit('/home');
  expect(await screen.findByText('۱ روز')).toBeVisible();
  expect(await screen.findByText('وضعیت فروشگاه: فعال')).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  const before = { ...asked };
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(await screen.findByRole('alertdialog', { name: 'پایان اشتراک' })).toBeVisible();
  expect(screen.getByText('به دلیل پایان یافتن اشتراک، فروشگاه شما غیرفعال شد.')).toBeVisible();
  expect(screen.getByText('منقضی شده')).toBeInTheDocument();
  expect(screen.getByText('وضعیت فروشگاه: غیرفعال')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(asked.type).toBe(before.type + 1);
  expect(asked.subscription).toBe(before.subscription + 1);
  await user.click(screen.getByRole('button', { name: 'متوجه شدم' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

it('watches on other pages too, and leads from there to the plans', async () => {
  const { user, at, router } = visit('/no-such-page-of-mine');
  await screen.findByRole('heading', { level: 1 });
  await act(() => router.navigate('/home'));
  await screen.findByText('۱ روز');
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  await user.click(await screen.findByRole('button', { name: 'خرید اشتراک' }));
  expect(await screen.findByRole('dialog', { name: 'اشتراک' })).toBeVisible();
  expect(at()).toBe('/home');
});

it('tells nothing of a store that was off before', async () => {
  visit('/home', { isActive: false });
  expect(await screen.findByText('۱ روز')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(await screen.findByText('منقضی شده')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('asks nothing for sellers without a subscription', async () => {
  const { asked } = visit('/home', { type: 1 });
  expect(await screen.findByText('وضعیت فروشگاه: فعال')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(asked.subscription).toBe(0);
});
