import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { demoUser, sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';

const phone = () => screen.getByLabelText('شماره تلفن همراه');
const password = () => screen.getByLabelText('رمز عبور');
const enter = () => screen.getByRole('button', { name: 'ورود' });

function answering(body: object, init: ResponseInit = {}) {
  const bodies: unknown[] = [];
  const handler = http.post('*/auth/login-app2', async ({ request }) => {
    bodies.push(await request.json());
    await delay(30);
    return HttpResponse.json(body as Record<string, string>, init);
  });
  return { handler, bodies };
}

async function openPage(...handlers: ReturnType<typeof sessionIs>[]) {
  const page = renderRoute('/log-in', { handlers, token: null });
  await screen.findByRole('heading', { name: 'ورود به پیشخوان' });
  return page;
}

describe('the log-in page', () => {
  it('turns typed digits Persian, in any script, and cuts after 11', async () => {
    const { user } = await openPage();
    await user.type(phone(), '0912۳۴٥6789000');
    expect(phone()).toHaveValue('۰۹۱۲۳۴۵۶۷۸۹');
    expect(screen.getByText('۱۱ از ۱۱ رقم')).toBeVisible();
  });

  it('names what is missing, and puts the focus there', async () => {
    const { user } = await openPage();
    await user.click(enter());
    expect(await screen.findByText('لطفاً شماره تلفن همراه را وارد کنید.')).toBeVisible();
    expect(screen.getByText('لطفاً رمز عبور را وارد کنید.')).toBeVisible();
    expect(phone()).toHaveFocus();
    expect(phone()).toBeInvalid();
    await user.type(phone(), '1912000000');
    expect(screen.getByText('تلفن همراه باید شامل ۱۱ عدد باشد.')).toBeVisible();
    await user.type(phone(), '1');
    expect(screen.getByText('تلفن همراه باید با ۰۹ شروع شود.')).toBeVisible();
    await user.type(password(), 'کوتاه');
    expect(screen.getByText('رمز عبور باید حداقل ۱۰ کاراکتر باشد.')).toBeVisible();
  });

  it('shows and hides the password', async () => {
    const { user } = await openPage();
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'نمایش رمز' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'پنهان کردن رمز' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('sends Latin digits once, however often it is pressed, and goes home', async () => {
    const { handler, bodies } = answering({ message: 'ورود با موفقیت انجام شد.', user: demoUser, roles: ['seller'] });
    const { user, at } = await openPage(
      handler,
      sessionIs('valid'),
      sellerOfType(1),
      sellerSummaryIs(),
      sellerBindIs(),
    );
    await user.type(phone(), '۰۹۱۲۰۰۰۰۰۰۱');
    await user.type(password(), 'pishkhan-demo-1');
    await user.dblClick(enter());
    await waitFor(() => {
      expect(at()).toBe('/home');
    });
    expect(bodies).toEqual([{ cellphone: '09120000001', password: 'pishkhan-demo-1' }]);
  });

  it('says on the next page what the log-in has ended elsewhere', async () => {
    const notice = 'بیش از ده نشست ممکن نیست: یک نشست پیشین پایان یافت.';
    const answer = { message: 'ورود با موفقیت انجام شد.', user: demoUser, roles: ['seller'], notice };
    const { handler } = answering(answer);
    const { user, at } = await openPage(
      handler,
      sessionIs('valid'),
      sellerOfType(1),
      sellerSummaryIs(),
      sellerBindIs(),
    );
    await user.type(phone(), '09120000001');
    await user.type(password(), 'pishkhan-demo-1');
    await user.click(enter());
    await waitFor(() => expect(at()).toBe('/home'));
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
    expect(await screen.findByText(notice)).toBeInTheDocument();
  });

  it('shows the server’s refusal in a toast and on the page, until something changes', async () => {
    const text = 'شماره تلفن همراه یا رمز عبور نادرست است.';
    const { handler } = answering({ message: text }, { status: 401 });
    const { user, at } = await openPage(handler);
    await user.type(phone(), '09120000001');
    await user.type(password(), 'wrong-password');
    await user.click(enter());
    const form = screen.getByRole('form');
    expect(await within(form).findByText(text)).toBeVisible();
    const toasts = await screen.findByRole('region', { name: 'پیام‌ها' });
    expect(await within(toasts).findByText(text)).toBeInTheDocument();
    expect(at()).toBe('/log-in');
    await user.type(password(), '1');
    expect(within(form).queryByText(text)).not.toBeInTheDocument();
  });

  it('shows how long to wait after too many tries', async () => {
    const text = 'تلاش‌های ناموفق زیاد بود. ۱۵ دقیقه دیگر دوباره تلاش کنید.';
    const { handler } = answering({ message: text }, { status: 429, headers: { 'Retry-After': '900' } });
    const { user } = await openPage(handler);
    await user.type(phone(), '09120000001');
    await user.type(password(), 'wrong-password');
    await user.click(enter());
    expect(await within(screen.getByRole('form')).findByText(text)).toBeVisible();
  });

  it('puts the server’s field messages under the fields', async () => {
    const { handler } = answering({ cellphone: 'تلفن همراه باید با ۰۹ شروع شود.' }, { status: 400 });
    const { user } = await openPage(handler);
    await user.type(phone(), '09120000001');
    await user.type(password(), 'pishkhan-demo-1');
    await user.click(enter());
    expect(await screen.findByText('تلفن همراه باید با ۰۹ شروع شود.')).toBeVisible();
    expect(phone()).toBeInvalid();
    expect(phone()).toHaveFocus();
  });

  it('says in Persian that the server did not answer', async () => {
    const gone = http.post('*/auth/login-app2', () => HttpResponse.error());
    const { user } = await openPage(gone);
    await user.type(phone(), '09120000001');
    await user.type(password(), 'pishkhan-demo-1');
    await user.click(enter());
    expect(await within(screen.getByRole('form')).findByText(/ارتباط با سرور برقرار نشد/)).toBeVisible();
  });

  it('has the links, and the terms', async () => {
    await openPage();
    expect(screen.getByRole('link', { name: 'رمز عبور را فراموش کرده‌اید؟' })).toHaveAttribute(
      'href',
      '/forget-password',
    );
    const footer = screen.getByRole('navigation', { name: 'پیوندهای راهنما' });
    const hrefs = within(footer)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/rules', '/about', '/FAQ']);
    expect(within(screen.getByRole('form')).getByRole('link', { name: 'قوانین و مقررات' })).toHaveAttribute(
      'href',
      '/rules',
    );
  });
});
