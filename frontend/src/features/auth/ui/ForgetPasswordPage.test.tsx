import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';

const PHONE = '09120000001';
const NEW_PASSWORD = 'یک رمز تازه و بلند';
const WRONG = 'کد تأیید نادرست یا منقضی است.';

const phone = () => screen.getByLabelText('شماره تلفن همراه');
const code = () => screen.getByLabelText('کد تأیید');
const password = () => screen.getByLabelText('رمز عبور تازه');
const repeated = () => screen.getByLabelText('تکرار رمز عبور تازه');
const press = (name: string) => screen.getByRole('button', { name });

type Answer = () => HttpResponse<Record<string, unknown>> | Response;

const refusing =
  (body: Record<string, string>, init: ResponseInit): Answer =>
  () =>
    HttpResponse.json(body, init);
const sent: Answer = () => HttpResponse.json({ message: 'پیامک میشود.', expiresIn: 120 });
const changed: Answer = () => HttpResponse.json({ message: 'رمز عبور تغییر کرد. با رمز تازه وارد شوید.' });

/** The server's answers, one after the other, the last one for ever; and what it was sent. */
function answering(call: 'forget' | 'reset', ...answers: Answer[]) {
  const bodies: unknown[] = [];
  const handler = http.post(`*/auth/${call}-password-app2`, async ({ request }) => {
    bodies.push(await request.json());
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
  return { handler, bodies };
}

async function openPage({ forget = answering('forget', sent), reset = answering('reset', changed) } = {}) {
  const page = renderRoute('/forget-password', { handlers: [forget.handler, reset.handler], token: null });
  await screen.findByLabelText(/شماره تلفن همراه|کد تأیید/);
  return { ...page, forget, reset };
}

/** As far as the code. */
async function asked(...answers: Parameters<typeof openPage>) {
  const page = await openPage(...answers);
  await page.user.type(phone(), PHONE);
  await page.user.click(press('دریافت کد'));
  await screen.findByLabelText('کد تأیید');
  return page;
}

async function fill({ user }: { user: Awaited<ReturnType<typeof openPage>>['user'] }, typed = '۱۲۳۴۵۶') {
  await user.type(code(), typed);
  await user.type(password(), NEW_PASSWORD);
  await user.type(repeated(), NEW_PASSWORD);
}

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a forgotten password', () => {
  it('takes phone, code and new password, and leads to the log-in with the phone filled in', async () => {
    const page = await asked();
    expect(page.forget.bodies).toEqual([{ cellphone: PHONE }]);
    expect(code()).toHaveFocus();
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    await fill(page);
    await page.user.dblClick(press('تغییر رمز عبور'));
    await waitFor(() => expect(page.at()).toBe('/log-in'));
    expect(page.reset.bodies).toEqual([{ cellphone: PHONE, code: '123456', password: NEW_PASSWORD }]);
    expect(await screen.findByText('رمز عبور تغییر کرد. با رمز تازه وارد شوید.')).toBeInTheDocument();
    expect(await screen.findByLabelText('شماره تلفن همراه')).toHaveValue('۰۹۱۲۰۰۰۰۰۰۱');
    // React runs what a page does on leaving after the next one is shown.
    await waitFor(() => expect(sessionStorage.getItem('pishkhan.reset')).toBeNull());
  });

  it('has the phone that was typed on the log-in page', async () => {
    const { user } = renderRoute('/log-in', { token: null });
    await user.type(await screen.findByLabelText('شماره تلفن همراه'), PHONE);
    await user.click(screen.getByRole('link', { name: 'رمز عبور را فراموش کرده‌اید؟' }));
    await screen.findByRole('button', { name: 'دریافت کد' });
    expect(phone()).toHaveValue('۰۹۱۲۰۰۰۰۰۰۱');
  });

  it('names every fault before it asks the server, and puts the focus there', async () => {
    const page = await openPage();
    await page.user.click(press('دریافت کد'));
    expect(await screen.findByText('لطفاً شماره تلفن همراه را وارد کنید.')).toBeVisible();
    expect(phone()).toHaveFocus();
    await page.user.type(phone(), '0912');
    await page.user.click(press('کد را دارم'));
    expect(screen.getByText('تلفن همراه باید شامل ۱۱ عدد باشد.')).toBeVisible();
    await page.user.type(phone(), '0000001');
    await page.user.click(press('دریافت کد'));
    await screen.findByLabelText('کد تأیید');
    await page.user.click(press('تغییر رمز عبور'));
    expect(await screen.findByText('لطفاً کد تأیید را وارد کنید.')).toBeVisible();
    expect(screen.getByText('لطفاً رمز عبور را وارد کنید.')).toBeVisible();
    expect(screen.getByText('لطفاً رمز عبور را دوباره وارد کنید.')).toBeVisible();
    await page.user.type(code(), '۱۲۳');
    await page.user.type(password(), 'کوتاه');
    await page.user.type(repeated(), 'دیگر');
    expect(screen.getByText('کد تأیید باید شامل ۶ رقم باشد.')).toBeVisible();
    expect(screen.getByText('رمز عبور باید حداقل ۱۰ کاراکتر باشد.')).toBeVisible();
    expect(screen.getByText('تکرار رمز عبور با رمز تازه یکی نیست.')).toBeVisible();
    await page.user.clear(password());
    await page.user.click(password());
    await page.user.paste('x'.repeat(129));
    expect(screen.getByText('رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد.')).toBeVisible();
    expect(page.reset.bodies).toEqual([]);
  });

  it('keeps what was typed when the code is refused', async () => {
    const reset = answering('reset', refusing({ code: WRONG }, { status: 400 }), changed);
    const page = await asked({ reset });
    await page.user.click(code());
    await page.user.paste(' ۶۵۴-۳۲۱ ');
    await page.user.type(password(), NEW_PASSWORD);
    await page.user.type(repeated(), `${NEW_PASSWORD}{Enter}`);
    expect(await screen.findByText(WRONG)).toBeVisible();
    expect(code()).toHaveFocus();
    expect(code()).toHaveValue('۶۵۴۳۲۱');
    expect(password()).toHaveValue(NEW_PASSWORD);
    await page.user.clear(code());
    await page.user.type(code(), '123456');
    expect(screen.queryByText(WRONG)).not.toBeInTheDocument();
    await page.user.click(press('تغییر رمز عبور'));
    await waitFor(() => expect(page.at()).toBe('/log-in'));
  });

  it('puts a password that is too simple under its field', async () => {
    const text = 'این رمز عبور بیش از حد ساده است.';
    const page = await asked({ reset: answering('reset', refusing({ password: text }, { status: 400 })) });
    await fill(page);
    await page.user.click(press('تغییر رمز عبور'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(password()).toHaveFocus();
  });

  it.each([
    ['too many tries', refusing({ message: 'تلاش‌های زیادی انجام شده است.' }, { status: 429 }), /تلاش‌های زیادی/],
    ['a service that is away', refusing({ message: 'سرویس موقتاً در دسترس نیست.' }, { status: 503 }), /موقتاً/],
    ['no answer at all', () => HttpResponse.error(), /ارتباط با سرور برقرار نشد/],
  ])('says it on the page: %s', async (_, answer, text) => {
    const page = await openPage({ forget: answering('forget', answer) });
    await page.user.type(phone(), PHONE);
    await page.user.click(press('دریافت کد'));
    expect(await within(screen.getByRole('form')).findByText(text)).toBeVisible();
    expect(phone()).toHaveValue('۰۹۱۲۰۰۰۰۰۰۱');
    // Whoever has the code from before goes on.
    await page.user.click(press('کد را دارم'));
    expect(await screen.findByLabelText('کد تأیید')).toHaveFocus();
    expect(press('ارسال دوباره کد')).toBeEnabled();
  });

  it('sends another code after a minute, and says when one has expired', async () => {
    const page = await asked();
    expect(await screen.findByText(/تا \u2066۲:۰۰\u2069 دیگر معتبر است/)).toBeVisible();
    expect(screen.getByRole('button', { name: /ارسال دوباره تا/ })).toBeDisabled();
    await page.user.type(code(), '111111');
    await page.user.type(password(), NEW_PASSWORD);
    vi.setSystemTime(new Date('2026-11-27T08:01:00Z'));
    const again = await screen.findByRole('button', { name: 'ارسال دوباره کد' });
    expect(screen.getByText(/\u2066۱:۰۰\u2069/)).toBeVisible();
    vi.setSystemTime(new Date('2026-11-27T08:02:00Z'));
    expect(await screen.findByText('زمان این کد گذشته است. کد تازه بگیرید.')).toBeVisible();
    await page.user.click(again);
    await waitFor(() => expect(page.forget.bodies).toHaveLength(2));
    expect(await screen.findByText(/\u2066۲:۰۰\u2069/)).toBeVisible();
    expect(code()).toHaveValue('');
    expect(code()).toHaveFocus();
    expect(password()).toHaveValue(NEW_PASSWORD);
  });

  it('keeps what is typed while another code is on its way', async () => {
    let arrive: () => void = () => undefined;
    const onItsWay = new Promise<void>((done) => {
      arrive = done;
    });
    const slow = http.post('*/auth/forget-password-app2', async () => {
      await onItsWay;
      return sent();
    });
    const { user } = await openPage();
    await user.type(phone(), PHONE);
    await user.click(press('کد را دارم'));
    server.use(slow);
    await user.click(press('ارسال دوباره کد'));
    await user.type(password(), NEW_PASSWORD);
    arrive();
    expect(await screen.findByRole('button', { name: /ارسال دوباره تا/ })).toBeDisabled();
    expect(password()).toHaveValue(NEW_PASSWORD);
  });

  it('goes on after a reload with the code that was asked for, and never keeps a password', async () => {
    const first = await asked();
    await fill(first);
    const left = sessionStorage.getItem('pishkhan.reset') ?? '';
    expect(left).toContain(PHONE);
    expect(left).not.toContain(NEW_PASSWORD);
    expect(left).not.toContain('123456');
    expect(sessionStorage).toHaveLength(1);
    cleanup();
    expect(sessionStorage.getItem('pishkhan.reset')).toBeNull();
    // A reload takes the page away without its leaving.
    sessionStorage.setItem('pishkhan.reset', left);
    const again = await openPage();
    await fill(again);
    await again.user.click(press('تغییر رمز عبور'));
    await waitFor(() =>
      expect(again.reset.bodies).toEqual([{ cellphone: PHONE, code: '123456', password: NEW_PASSWORD }]),
    );
  });

  it.each(['', '{}', '0912 1 1', `${PHONE} 1`, `${PHONE} x 120`])(
    'begins anew with what it can’t read: %j',
    async (kept) => {
      sessionStorage.setItem('pishkhan.reset', kept);
      await openPage();
      expect(press('دریافت کد')).toBeVisible();
    },
  );

  it('takes another number, and what was typed', async () => {
    const page = await asked();
    await page.user.click(press('تغییر شماره'));
    expect(phone()).toHaveValue('۰۹۱۲۰۰۰۰۰۰۱');
    expect(screen.queryByText(/لطفاً/)).not.toBeInTheDocument();
  });

  it('says that the password may have changed when the reply was lost and the code is used', async () => {
    const reset = answering('reset', () => HttpResponse.error(), refusing({ code: WRONG }, { status: 400 }));
    const page = await asked({ reset });
    await fill(page);
    await page.user.click(press('تغییر رمز عبور'));
    expect(await within(screen.getByRole('form')).findByText(/ارتباط با سرور برقرار نشد/)).toBeVisible();
    await page.user.click(press('تغییر رمز عبور'));
    expect(await screen.findByText(/شاید رمز تغییر کرده باشد/)).toBeVisible();
  });

  it('takes the code out of the message where the browser can', async () => {
    const arrived: ((found: { code: string }) => void)[] = [];
    const get = vi.fn(() => new Promise<{ code: string }>((resolve) => arrived.push(resolve)));
    vi.stubGlobal('OTPCredential', true);
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    try {
      await asked();
      expect(get).toHaveBeenCalledWith(expect.objectContaining({ otp: { transport: ['sms'] } }));
      arrived[0]?.({ code: '246810' });
      await waitFor(() => expect(code()).toHaveValue('۲۴۶۸۱۰'));
    } finally {
      Reflect.deleteProperty(navigator, 'credentials');
      vi.unstubAllGlobals();
    }
  });
});
