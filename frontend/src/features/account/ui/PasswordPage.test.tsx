import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { watchSession } from '../../../app/sessionWatch';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { accountService, wireSessionOf } from '../msw';

const OLD = 'pishkhan-demo-1';
const NEW = 'یک رمز تازه و بلند';
const WRONG = 'رمز عبور فعلی نادرست است.';
const MAYBE = /شاید رمز تغییر کرده باشد/;

const form = () => within(screen.getByRole('form', { name: 'تغییر رمز عبور' }));
const current = () => form().getByLabelText('رمز عبور فعلی');
const password = () => form().getByLabelText('رمز عبور تازه');
const repeated = () => form().getByLabelText('تکرار رمز عبور تازه');
const press = () => form().getByRole('button', { name: /^(تغییر رمز عبور|در حال تغییر)$/ });

async function openPage(before: readonly string[] = ['/sessions']) {
  sessionStorage.clear();
  const service = accountService([wireSessionOf('s1', { current: true }), wireSessionOf('s2', { device: 'Safari' })]);
  const page = renderRoute('/password', {
    before,
    handlers: [...service.handlers, sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()],
  });
  await screen.findByRole('form', { name: 'تغییر رمز عبور' });
  const fill = async (old = OLD, next = NEW, again = next): Promise<void> => {
    await page.user.type(current(), old);
    await page.user.type(password(), next);
    await page.user.type(repeated(), again);
  };
  return { ...page, service, fill };
}

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(() => import('../../../app/routes/account.route'), 60_000);

describe('another password', () => {
  it('is set once, goes on under the new handle, and leads back to the sessions', async () => {
    const { user, service, at, store, fill, router } = await openPage([]);
    expect(current()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    expect(repeated()).toHaveAttribute('autocomplete', 'new-password');
    expect(form().getByText('با تغییر رمز، همه نشست‌های دیگر پایان می‌یابند.')).toBeVisible();
    const restart = vi.fn();
    const stopWatching = watchSession({ store, router }, restart);
    await fill();
    await user.dblClick(press());
    await waitFor(() => expect(at()).toBe('/sessions'));
    expect(await screen.findByText('تغییرات با موفقیت ذخیره شد.')).toBeInTheDocument();
    expect(service.writes).toEqual([{ path: 'password-app2', body: { current: OLD, password: NEW } }]);
    expect(store.getState().session).toMatchObject({ token: 'handle-2', isAuthenticated: true });
    window.dispatchEvent(new Event('focus'));
    expect(restart).not.toHaveBeenCalled();
    stopWatching();
    expect(await screen.findAllByRole('article')).toHaveLength(1);
  });

  it('is kept in no storage of the tab', async () => {
    const { fill } = await openPage();
    await fill();
    const kept = JSON.stringify([sessionStorage, localStorage]);
    expect(kept).not.toContain(NEW);
    expect(kept).not.toContain(OLD);
  });

  it('is not sent while something is wrong, and the first wrong field has the focus', async () => {
    const { user, service, fill } = await openPage();
    await user.click(press());
    expect(await form().findByText('لطفاً رمز عبور فعلی را وارد کنید.')).toBeVisible();
    expect(form().getByText('لطفاً رمز عبور را وارد کنید.')).toBeVisible();
    expect(form().getByText('لطفاً رمز عبور را دوباره وارد کنید.')).toBeVisible();
    expect(current()).toHaveFocus();
    await fill(OLD, 'کوتاه', 'دیگر');
    expect(form().getByText('رمز عبور باید حداقل ۱۰ کاراکتر باشد.')).toBeVisible();
    expect(form().getByText('تکرار رمز عبور با رمز تازه یکی نیست.')).toBeVisible();
    await user.click(press());
    expect(password()).toHaveFocus();
    expect(service.writes).toEqual([]);
  });

  it('keeps what was typed when the password of today is wrong', async () => {
    const { user, service, at, fill } = await openPage();
    service.refuseNext('password-app2', 400, { current: WRONG });
    await fill('not-the-password');
    await user.click(press());
    expect(await form().findByText(WRONG)).toBeVisible();
    expect(current()).toBeInvalid();
    expect(current()).toHaveFocus();
    expect(password()).toHaveValue(NEW);
    expect(repeated()).toHaveValue(NEW);
    expect(form().queryByText(MAYBE)).not.toBeInTheDocument();
    await user.clear(current());
    await user.type(current(), OLD);
    expect(form().queryByText(WRONG)).not.toBeInTheDocument();
    await user.click(press());
    await waitFor(() => expect(at()).toBe('/sessions'));
  });

  it('says under its field what the server has against it', async () => {
    const { user, service, fill } = await openPage();
    service.refuseNext('password-app2', 400, { password: 'این رمز عبور بسیار رایج است.' });
    await fill();
    await user.click(press());
    expect(await form().findByText('این رمز عبور بسیار رایج است.')).toBeVisible();
    expect(password()).toHaveFocus();
  });

  it('says how long to wait after too many tries', async () => {
    const text = 'تلاش‌های ناموفق زیاد بود. ۱۵ دقیقه دیگر دوباره تلاش کنید.';
    const { user, service, fill } = await openPage();
    service.refuseNext('password-app2', 429, { message: text });
    await fill();
    await user.click(press());
    expect(await form().findByText(text)).toBeVisible();
    expect(current()).toHaveValue(OLD);
  });

  it('says that it may be set when the answer was lost, and why the old one is wrong then', async () => {
    const { user, service, fill } = await openPage();
    service.refuseNext('password-app2', 0);
    await fill();
    await user.click(press());
    expect(await form().findByText(MAYBE)).toBeVisible();
    expect(form().getByText(/ارتباط با سرور برقرار نشد/)).toBeVisible();
    service.refuseNext('password-app2', 400, { current: WRONG });
    await waitFor(() => expect(press()).not.toHaveAttribute('aria-busy'));
    await user.click(press());
    expect(await form().findByText(WRONG)).toBeVisible();
    expect(form().getByText(MAYBE)).toBeVisible();
  });

  it('leads to the log-in page when the session is over', async () => {
    const { user, service, at, fill } = await openPage();
    service.refuseNext('password-app2', 401, { message: 'نشست شما معتبر نیست. دوباره وارد شوید.' });
    await fill();
    await user.click(press());
    await waitFor(() => expect(at()).toBe('/log-in'));
  });

  it('waits for the answer before another press counts', async () => {
    const { user, service, at, fill } = await openPage();
    const release = service.hold();
    await fill();
    await user.click(press());
    await waitFor(() => expect(press()).toHaveAttribute('aria-busy', 'true'));
    await user.click(press());
    await user.type(repeated(), '{Enter}');
    release();
    await waitFor(() => expect(at()).toBe('/sessions'));
    expect(service.writes).toHaveLength(1);
  });
});
