import { act, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../entities/seller/msw';
import { sessionIs } from '../../entities/session/msw';
import { type LeaveRule, useLeaveGuard } from '../../shared/navigation/leaveGuard';
import { renderRoute } from '../../testing/renderRoute';
import { LeaveGuard } from '../LeaveGuard';

vi.mock('../../features/order-history/ui/HistorySheet', () => {
  throw new Error('its code is broken');
});

const rest = [sessionIs('valid'), sellerSummaryIs(), sellerBindIs()];

it('keeps the sections that every store has, and the log-out, while the call for the type fails', async () => {
  const down = http.get('*/market/get-seller-type-app2', () => HttpResponse.json({ message: 'x' }, { status: 503 }));
  renderRoute('/home', { handlers: [...rest, down] });
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  const sections = screen.getByRole('list', { name: 'بخش‌ها' });
  expect(sections).toHaveTextContent('محصولات');
  expect(sections).toHaveTextContent('مشتریان');
  expect(screen.getByRole('button', { name: 'خروج از حساب' })).toBeVisible();
});

it('keeps the page when the code of a dialog above it fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, router } = renderRoute('/home?history=order-1', { handlers: [...rest, sellerOfType(1)] });
  expect(await screen.findByRole('alertdialog', { name: 'مشکلی پیش آمد' })).toBeVisible();
  expect(await screen.findByRole('list', { name: 'بخش‌ها' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'ادامه همین صفحه' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'بخش‌ها' })).toBeVisible();
});

it('moves the focus to the heading of the next page, and not at the first one', async () => {
  const { user } = renderRoute('/about', { token: null });
  await screen.findByRole('heading', { name: 'درباره ما' });
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'قوانین و مقررات' }));
  const heading = await screen.findByRole('heading', { name: 'قوانین و مقررات', level: 1 });
  await waitFor(() => {
    expect(heading).toHaveFocus();
  });
});

it('says what browsers before Chrome 119 and Safari 17 need to ask before the tab is closed', () => {
  const rule: LeaveRule = { blocks: () => false, title: '', body: '', confirm: '', cancel: '', onUnload: true };
  function Page() {
    useLeaveGuard(rule);
    return <LeaveGuard />;
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
  const closing = new Event('beforeunload', { cancelable: true });
  const answers: unknown[] = [];
  Object.defineProperty(closing, 'returnValue', { set: (value) => answers.push(value) });
  act(() => void window.dispatchEvent(closing));
  expect(closing.defaultPrevented).toBe(true);
  expect(answers).toEqual([true]);
});
