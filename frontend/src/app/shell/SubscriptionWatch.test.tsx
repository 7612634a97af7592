import { act, screen, waitFor } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { wireProductOf } from '../../entities/product/msw';
import { sellerBindIs, sellerSummaryIs } from '../../entities/seller/msw';
import { sessionIs } from '../../entities/session/msw';
import { subscriptionReply } from '../../entities/subscription/msw';
import { catalogueService } from '../../features/catalogue/msw';
import { settingsService } from '../../features/settings/msw';
import { renderRoute } from '../../testing/renderRoute';

const START = Date.parse('2026-11-23T10:00:00Z');
const AHEAD = 3_600_000;
const LEFT = 1_800_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The server's clock runs an hour ahead of the device's; the subscription has half an hour left on it. */
function visit(url: string, { type = 2, isActive = true, late = 0, around = [] as readonly HttpHandler[] } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START, shouldAdvanceTime: true });
  const ends = START + AHEAD + LEFT;
  const asked = { type: 0, subscription: 0 };
  const over = (by = 0) => Date.now() + AHEAD >= ends + by;
  const page = renderRoute(url, {
    handlers: [
      ...[...around, sessionIs('valid'), sellerSummaryIs(), sellerBindIs()],
      http.get('*/market/get-seller-type-app2', () => {
        asked.type += 1;
        return HttpResponse.json({
          seller: [{ isActive: isActive && !over(late), sellerInfo: [{ SellerType: type }] }],
        });
      }),
      http.get('*/market/subscription-app2', () => {
        asked.subscription += 1;
        const serverTime = Date.now() + AHEAD;
        return HttpResponse.json(subscriptionReply(ends - serverTime, {}, { serverTime }));
      }),
    ],
  });
  return { ...page, asked };
}

/** However long the page took to be drawn. */
async function untilTheEnd(): Promise<void> {
  vi.setSystemTime(START + LEFT);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}

it('switches the store off in front of the user when the subscription ends', async () => {
  const { asked, user } = visit('/home');
  expect(await screen.findByText('کمتر از یک روز')).toBeVisible();
  expect(await screen.findByText('وضعیت فروشگاه: فعال')).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  const before = { ...asked };
  await untilTheEnd();
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

it.each([
  ['/products', 'فروشگاه فعال است', 'فروشگاه غیرفعال است'],
  ['/settings', 'فعال', 'غیرفعال'],
])('says the same of the store at %s, whose record still says «open»', async (url, openText, closedText) => {
  const { user } = visit(url, {
    late: 30_000,
    around: [...catalogueService([wireProductOf('a')]).handlers, ...settingsService(2).handlers],
  });
  if (url === '/settings') await user.click(await screen.findByRole('button', { name: /^تنظیمات فروشنده/ }));
  expect(await screen.findByText(openText)).toBeInTheDocument();
  await untilTheEnd();
  expect(await screen.findByRole('alertdialog', { name: 'پایان اشتراک' })).toBeVisible();
  expect(screen.getByText(closedText)).toBeInTheDocument();
  expect(screen.queryByText(openText)).not.toBeInTheDocument();
});

it('watches on every page, and leads from there to the plans', async () => {
  const { user, at, asked } = visit('/settings', { around: settingsService(2).handlers });
  await screen.findByRole('heading', { level: 1, name: 'تنظیمات فروشنده' });
  await waitFor(() => expect(asked.subscription).toBe(1));
  await untilTheEnd();
  expect(await screen.findByRole('alertdialog', { name: 'پایان اشتراک' })).toBeVisible();
  expect(at()).toBe('/settings');
  await user.click(await screen.findByRole('button', { name: 'خرید اشتراک' }));
  expect(await screen.findByRole('dialog', { name: 'اشتراک' })).toBeVisible();
  expect(at()).toBe('/home');
});

it('asks again a minute later when the server has not switched the store off yet', async () => {
  const { asked } = visit('/home', { late: 30_000 });
  expect(await screen.findByText('کمتر از یک روز')).toBeVisible();
  await untilTheEnd();
  expect(await screen.findByRole('alertdialog', { name: 'پایان اشتراک' })).toBeVisible();
  await waitFor(() => expect(asked.type).toBe(2));
  await act(() => vi.advanceTimersByTimeAsync(65_000));
  await waitFor(() => expect(asked.type).toBe(3));
  await act(() => vi.advanceTimersByTimeAsync(65_000));
  expect(asked.type).toBe(3);
  expect(screen.getByText('وضعیت فروشگاه: غیرفعال')).toBeInTheDocument();
});

it('tells nothing of a store that was off before', async () => {
  visit('/home', { isActive: false });
  expect(await screen.findByText('کمتر از یک روز')).toBeVisible();
  await untilTheEnd();
  expect(await screen.findByText('منقضی شده')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('asks nothing for sellers without a subscription', async () => {
  const { asked } = visit('/home', { type: 1 });
  expect(await screen.findByText('وضعیت فروشگاه: فعال')).toBeInTheDocument();
  await untilTheEnd();
  expect(asked.subscription).toBe(0);
});
