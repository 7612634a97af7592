import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { settingsService } from '../msw';

const EDIT = '/user/edit-seller-app2';
const OLD = 'pishkhan-demo-1';
const SAVED = 'تغییرات با موفقیت ذخیره شد.';
const MAYBE = /شاید شماره تغییر کرده باشد/;

const form = () => within(screen.getByRole('form', { name: 'تغییر شماره همراه' }));
const phone = () => form().getByLabelText('شماره همراه تازه');
const current = () => form().getByLabelText('رمز عبور فعلی');
const press = () => form().getByRole('button', { name: /^(تغییر شماره|در حال تغییر)$/ });
const shown = () =>
  form()
    .getByText(/۰۹۱۲\s۰۰۰\s/)
    .textContent.replace(/\s/g, '');

async function openPage(type = 1) {
  const service = settingsService(type);
  const page = renderRoute('/password', {
    handlers: [...service.handlers, sessionIs('valid'), sellerOfType(type), subscriptionIs(days(20))],
  });
  await screen.findByRole('form', { name: 'تغییر شماره همراه' });
  const fill = async (number: string, password = OLD): Promise<void> => {
    await page.user.type(phone(), number);
    await page.user.type(current(), password);
  };
  return { ...page, service, fill };
}

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(() => import('../../../app/routes/account.route'), 60_000);

describe('another phone number', () => {
  it('goes with the record as it was read, and the page shows it then', async () => {
    const { user, service, fill } = await openPage();
    expect(shown()).toBe('۰۹۱۲۰۰۰۰۰۰۱');
    expect(form().getByText(/همه نشست‌های دیگر پایان می‌یابند/)).toBeVisible();
    await fill('0912۰۰۰۰۰۰۹');
    await user.dblClick(press());
    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    await waitFor(() => expect(shown()).toBe('۰۹۱۲۰۰۰۰۰۰۹'));
    expect(phone()).toHaveValue('');
    expect(current()).toHaveValue('');
    expect(service.writes).toHaveLength(1);
    expect(service.writes[0]?.body).toMatchObject({
      version: 1,
      _cellPhone: '09120000009',
      _currentPassword: OLD,
      _password: '**********',
      _username: 'arman',
      _SellerTitle: 'پخش آفتاب',
      _SellerShabaNumber: '820540102680020817909002',
    });
  });

  it('is none of the terms of an exclusive seller, who has none', async () => {
    const { user, service, fill } = await openPage(3);
    await fill('09120000009');
    await user.click(press());
    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    expect(Object.keys(service.writes[0]?.body ?? {})).not.toContain('_SellerShabaNumber');
  });

  it('is not sent while something is wrong, and the first wrong field has the focus', async () => {
    const { user, service } = await openPage();
    await user.click(press());
    expect(await form().findByText('لطفاً شماره تلفن همراه را وارد کنید.')).toBeVisible();
    expect(form().getByText('لطفاً رمز عبور فعلی را وارد کنید.')).toBeVisible();
    expect(phone()).toHaveFocus();
    await user.type(phone(), '0912');
    expect(form().getByText('تلفن همراه باید شامل ۱۱ عدد باشد.')).toBeVisible();
    await user.type(phone(), '0000001');
    expect(form().getByText('این شماره همین حالا ثبت است.')).toBeVisible();
    expect(service.writes).toEqual([]);
  });

  it('keeps what was typed when the server refuses it, field by field', async () => {
    const { user, service, fill } = await openPage();
    service.failNext(EDIT, 400, { _currentPassword: 'رمز عبور فعلی نادرست است.' });
    await fill('09120000009', 'not-the-password');
    await user.click(press());
    expect(await form().findByText('رمز عبور فعلی نادرست است.')).toBeVisible();
    expect(current()).toHaveFocus();
    expect(phone()).toHaveValue('۰۹۱۲۰۰۰۰۰۰۹');
    await user.type(current(), '!');
    service.failNext(EDIT, 400, { _cellPhone: 'این شماره پذیرفته نیست.', _SellerAddress: 'آدرس بلند است.' });
    await user.click(press());
    expect(await form().findByText('این شماره پذیرفته نیست.')).toBeVisible();
    expect(phone()).toHaveFocus();
    expect(form().getByRole('alert')).toHaveTextContent(/^آدرس بلند است\.$/);
  });

  it('says that the number is taken', async () => {
    const { user, service, fill } = await openPage();
    service.failNext(EDIT, 409, { message: 'این شماره برای حساب دیگری ثبت شده است.' });
    await fill('09120000009');
    await user.click(press());
    expect(await form().findByText('این شماره برای حساب دیگری ثبت شده است.')).toBeVisible();
  });

  it('rests on what stands now after the record was changed elsewhere', async () => {
    const { user, service, fill } = await openPage();
    service.elsewhere('seller', () => service.renameSeller('پخش مهر'));
    await fill('09120000009');
    await user.click(press());
    expect(await form().findByText(/در جای دیگری تغییر کرده است/)).toBeVisible();
    await waitFor(() => expect(press()).not.toHaveAttribute('aria-busy'));
    await user.click(press());
    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    expect(service.writes.map(({ body }) => body['version'])).toEqual([1, 2]);
    expect(service.writes[1]?.body).toMatchObject({ _SellerTitle: 'پخش مهر', _cellPhone: '09120000009' });
  });

  it('says that it may be changed when the answer was lost, and is sent again as the same', async () => {
    const { user, service, fill } = await openPage();
    service.loseAnswer(EDIT);
    await fill('09120000009');
    await user.click(press());
    expect(await form().findByText(MAYBE)).toBeVisible();
    await waitFor(() => expect(press()).not.toHaveAttribute('aria-busy'));
    await user.click(press());
    expect(await screen.findByText(SAVED)).toBeInTheDocument();
    const [first, second] = service.writes;
    expect(second?.key).toBe(first?.key);
    await waitFor(() => expect(shown()).toBe('۰۹۱۲۰۰۰۰۰۰۹'));
  });

  it('leads to the log-in page when the session is over', async () => {
    const { user, service, at, fill } = await openPage();
    service.failNext(EDIT, 401, { message: 'نشست شما معتبر نیست. دوباره وارد شوید.' });
    await fill('09120000009');
    await user.click(press());
    await waitFor(() => expect(at()).toBe('/log-in'));
  });
});
