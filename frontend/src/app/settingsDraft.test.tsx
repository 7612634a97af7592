import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { sessionIs } from '../entities/session/msw';
import { settingsService } from '../features/settings/msw';
import { paths } from '../shared/navigation/paths';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';

vi.setConfig({ testTimeout: 60_000 });

const around = [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()];
/** The page's largest form, on a machine that has other things to do. */
const late = { timeout: 30_000 };

// The form's code comes when it is opened: not on the clock of the test.
beforeAll(() => import('../features/settings/ui/SellerEditor'));

it('forgets what was typed into the settings when the page is left for good, and never keeps a password', async () => {
  const page = renderRoute(paths.settings.href(), {
    handlers: [...around, ...settingsService().handlers],
    before: [paths.home.href()],
  });
  const storedDrafts = () => Object.entries(sessionStorage).filter(([key]) => key.startsWith('pishkhan.kept/'));
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'ویرایش تنظیمات فروشنده' }, late));
  // To look for a field by its label costs jsdom most of a second in this form: once, not at each change of the page.
  await screen.findByText('رمز عبور', { selector: 'label *' }, late);
  const password = screen.getByLabelText('رمز عبور');
  await user.clear(password);
  await user.type(password, 'an-unheard-of-one');
  await waitFor(() => expect(storedDrafts()).toHaveLength(1));
  expect(JSON.stringify(storedDrafts())).not.toContain('unheard');
  await user.click(screen.getByRole('link', { name: 'بستن' }));
  await user.click(await screen.findByRole('button', { name: 'خروج بدون ذخیره' }, late));
  await waitFor(() => expect(storedDrafts()).toEqual([]));
  expect(page.at()).toBe(paths.home.href());
});

it('brings back what was touched on top of what stands by then, and leaves a store closed that was closed meanwhile', async () => {
  const service = settingsService();
  const visit = () => renderRoute(paths.settings.href(), { handlers: [...service.handlers, ...around] });
  const before = visit();
  await before.user.click(await screen.findByRole('button', { name: 'ویرایش تنظیمات فروشنده' }, late));
  await before.user.type(await screen.findByDisplayValue('پخش آفتاب', {}, late), ' مهر');
  // As a reload of the tab does: the page is gone, what the tab keeps is not.
  window.dispatchEvent(new Event('pagehide'));
  const kept = Object.entries<string>(sessionStorage);
  cleanup();
  server.resetHandlers();
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
  service.elsewhere('seller', () => service.switchStore(false));
  const { user } = visit();
  expect(await screen.findByDisplayValue('پخش آفتاب مهر', {}, late)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'ذخیره' }));
  await user.click(await screen.findByRole('button', { name: 'نگه داشتن' }, late));
  await waitFor(() => expect(service.writes).toHaveLength(1), late);
  expect(service.writes[0]?.body).toMatchObject({ _SellerTitle: 'پخش آفتاب مهر', _isActive: false, version: 2 });
});
