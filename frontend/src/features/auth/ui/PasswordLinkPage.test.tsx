import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n/i18n';
import { renderRoute } from '../../../testing/renderRoute';

const LINK = 'q3T-_'.padEnd(43, 'A');
const OTHER_LINK = 'B'.repeat(43);
const PHONE = '09120000001';
const NEW_PASSWORD = 'یک رمز تازه و بلند';
const WRONG = 'این پیوند نادرست، استفاده شده یا منقضی است.';
const COMMON = 'این رمز عبور بیش از حد ساده است.';
const ASK_AGAIN = 'پیوند تازه را از کسی بخواهید که این پیوند را برایتان فرستاده است.';

const password = () => screen.getByLabelText('رمز عبور تازه');
const repeated = () => screen.getByLabelText('تکرار رمز عبور تازه');
const save = () => screen.getByRole('button', { name: 'ثبت رمز عبور' });

type Answer = () => HttpResponse<Record<string, unknown>> | Response | Promise<Response>;

const refusing =
  (body: Record<string, string>, status = 400): Answer =>
  () =>
    HttpResponse.json(body, { status });
const lost: Answer = () => HttpResponse.error();
const done: Answer = () =>
  HttpResponse.json({ message: 'رمز عبور تغییر کرد. با رمز تازه وارد شوید.', cellphone: PHONE });

/** `answers` come one after the other, the last one for ever; `sent` is what the server was told. */
async function openPage(url: string, ...answers: Answer[]) {
  const sent: unknown[] = [];
  const addresses: string[] = [];
  const handlers = [
    http.post('*/auth/set-password-app2', async ({ request }) => {
      sent.push(await request.json());
      return (answers.length > 1 ? answers.shift() : answers[0])?.();
    }),
    http.all('*', ({ request }) => void addresses.push(request.url)),
  ];
  const page = renderRoute(url, { handlers: handlers.reverse(), token: null });
  await screen.findByRole('heading', { name: /تعیین رمز عبور|Set your password/ });
  return { ...page, sent, addresses };
}

type Opened = Awaited<ReturnType<typeof openPage>>;

const openLink = (...answers: Answer[]) => openPage(`/set-password#${LINK}`, ...answers);

async function fill({ user }: Opened, typed = NEW_PASSWORD, again = typed) {
  await user.clear(password());
  await user.type(password(), typed);
  await user.clear(repeated());
  await user.type(repeated(), again);
}

async function submit(page: Opened) {
  await fill(page);
  await page.user.click(save());
}

describe('a password that is set by a link', () => {
  it('is typed twice, and leads to the log-in with the phone filled in and the link gone', async () => {
    const page = await openLink(done);
    // Set once the page stands.
    await waitFor(() => expect(document.title).toBe('تعیین رمز عبور | پیشخوان'));
    expect(screen.getByText('پیوند تعیین رمز فقط یک بار و تا یک روز معتبر است.')).toBeVisible();
    expect(screen.getByText('سپس با شماره تلفن همراه و رمز تازه وارد شوید.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'بازگشت به ورود' })).toHaveAttribute('href', '/log-in');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    expect(password()).toHaveAccessibleDescription(/حداقل ۱۰ کاراکتر/);
    await submit(page);
    await waitFor(() => expect(page.at()).toBe('/log-in'));
    expect(page.sent).toEqual([{ link: LINK, password: NEW_PASSWORD }]);
    expect(await screen.findByText('رمز عبور تغییر کرد. با رمز تازه وارد شوید.')).toBeInTheDocument();
    expect(await screen.findByLabelText('شماره تلفن همراه')).toHaveValue('۰۹۱۲۰۰۰۰۰۰۱');
    expect(page.router.state.location.hash).toBe('');
    expect(page.router.state.historyAction).toBe('REPLACE');
  });

  it('keeps the link out of addresses and of what the tab and the device keep', async () => {
    const page = await openLink(done);
    await submit(page);
    await waitFor(() => expect(page.at()).toBe('/log-in'));
    expect(page.addresses.some((address) => address.endsWith('/auth/set-password-app2'))).toBe(true);
    expect(page.addresses.join(' ')).not.toContain(LINK);
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain(LINK);
  });

  it('is sent once, however often it is pressed, until the log-in page has come', async () => {
    let answer = (): void => undefined;
    const waiting: Answer = () =>
      new Promise((resolve) => {
        answer = () => resolve(done());
      });
    const page = await openLink(waiting);
    await fill(page);
    await page.user.dblClick(save());
    const saving = await screen.findByRole('button', { name: 'در حال ثبت' });
    fireEvent.submit(screen.getByRole('form'));
    const step = vi.spyOn(page.router, 'navigate').mockReturnValue(new Promise(() => undefined));
    await waitFor(() => expect(page.sent).toHaveLength(1));
    answer();
    await waitFor(() => expect(step).toHaveBeenCalled());
    await page.user.click(saving);
    fireEvent.submit(screen.getByRole('form'));
    expect(saving).toBeVisible();
    expect(page.sent).toHaveLength(1);
  });

  it('names every fault before it asks the server, and puts the focus on the first', async () => {
    const page = await openLink(done);
    await page.user.click(save());
    expect(await screen.findByText('لطفاً رمز عبور را وارد کنید.')).toBeVisible();
    expect(screen.getByText('لطفاً رمز عبور را دوباره وارد کنید.')).toBeVisible();
    expect(password()).toHaveFocus();
    await fill(page, 'کوتاه', 'دیگر');
    expect(screen.getByText('رمز عبور باید حداقل ۱۰ کاراکتر باشد.')).toBeVisible();
    expect(screen.getByText('تکرار رمز عبور با رمز تازه یکی نیست.')).toBeVisible();
    await page.user.clear(password());
    await page.user.click(password());
    await page.user.paste('x'.repeat(129));
    expect(screen.getByText('رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد.')).toBeVisible();
    await fill(page, NEW_PASSWORD, 'یک رمز دیگر و بلند');
    await page.user.click(save());
    expect(repeated()).toHaveFocus();
    expect(page.sent).toEqual([]);
  });

  it('puts a password that is too simple under its field, and takes another one with the same link', async () => {
    const page = await openLink(refusing({ password: COMMON }), done);
    await fill(page, '1234567890');
    await page.user.click(save());
    expect(await screen.findByText(COMMON)).toBeVisible();
    await waitFor(() => expect(password()).toHaveFocus());
    expect(password()).toBeInvalid();
    expect(password()).toHaveValue('1234567890');
    await page.user.type(password(), '1');
    expect(screen.queryByText(COMMON)).not.toBeInTheDocument();
    await submit(page);
    await waitFor(() => expect(page.at()).toBe('/log-in'));
    expect(page.sent).toEqual([
      { link: LINK, password: '1234567890' },
      { link: LINK, password: NEW_PASSWORD },
    ]);
  });

  it('says of a link that is refused what to do, and leads to the log-in', async () => {
    const page = await openLink(refusing({ link: WRONG }));
    await submit(page);
    const fault = await screen.findByRole('alert');
    expect(within(fault).getByText(WRONG)).toBeVisible();
    expect(within(fault).getByText(ASK_AGAIN)).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByText(/شاید رمز ثبت شده باشد/)).not.toBeInTheDocument();
    // Whoever reads with the keyboard is where the form was.
    expect(document.activeElement).toContainElement(fault);
    expect(document.body).not.toHaveFocus();
    await page.user.click(screen.getByRole('link', { name: 'بازگشت به ورود' }));
    await waitFor(() => expect(page.at()).toBe('/log-in'));
  });

  it.each([
    ['a reply was lost', lost, /ارتباط با سرور برقرار نشد/],
    ['a server was not told', refusing({ message: 'سرویس در دسترس نیست.' }, 503), /سرویس در دسترس نیست/],
  ])('says that the password may be set when %s and the link is used', async (_, unheard, said) => {
    const page = await openLink(unheard, refusing({ password: COMMON }), refusing({ link: WRONG }));
    await submit(page);
    expect(await within(screen.getByRole('form')).findByText(said)).toBeVisible();
    expect(password()).toHaveValue(NEW_PASSWORD);
    await page.user.click(save());
    expect(await screen.findByText(COMMON)).toBeVisible();
    await page.user.click(save());
    const fault = await screen.findByRole('alert');
    expect(fault).toHaveTextContent(WRONG);
    expect(fault).toHaveTextContent('شاید رمز ثبت شده باشد. نخست با همان رمز وارد شوید.');
  });

  it('does not say so after an answer that says it is not', async () => {
    const page = await openLink(refusing({ message: 'تلاش‌های زیادی' }, 429), refusing({ link: WRONG }));
    await submit(page);
    await screen.findByText('تلاش‌های زیادی');
    await page.user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent(`${WRONG}${ASK_AGAIN}`);
  });

  it.each([
    ['too many tries', refusing({ message: 'تلاش‌های زیادی انجام شده است.' }, 429), /تلاش‌های زیادی/],
    ['a service that is away', refusing({ message: 'سرویس موقتاً در دسترس نیست.' }, 503), /موقتاً/],
    ['no answer at all', lost, /ارتباط با سرور برقرار نشد/],
  ])('says it on the page, and goes on: %s', async (_, answer, text) => {
    const page = await openLink(answer, done);
    await submit(page);
    expect(await within(screen.getByRole('form')).findByText(text)).toBeVisible();
    await page.user.click(save());
    await waitFor(() => expect(page.at()).toBe('/log-in'));
  });

  it.each(['/set-password', '/set-password#'])('asks for the whole link at once: %s', async (url) => {
    const page = await openPage(url, done);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'نشانی این صفحه کامل نیست. پیوندی را که برایتان فرستاده شده است کامل باز کنید.',
    );
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    await page.user.click(screen.getByRole('link', { name: 'بازگشت به ورود' }));
    await waitFor(() => expect(page.at()).toBe('/log-in'));
  });

  it('begins anew with another link in the same tab', async () => {
    const page = await openLink(lost, refusing({ link: WRONG }), refusing({ link: WRONG }), done);
    await submit(page);
    await within(screen.getByRole('form')).findByText(/ارتباط با سرور برقرار نشد/);
    await page.user.click(save());
    await screen.findByRole('alert');
    await act(async () => page.router.navigate(`/set-password#${OTHER_LINK}`));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(password()).toHaveValue('');
    await submit(page);
    // The reply that was lost was another link's.
    expect(await screen.findByRole('alert')).toHaveTextContent(ASK_AGAIN);
    expect(page.sent.at(-1)).toEqual({ link: OTHER_LINK, password: NEW_PASSWORD });
  });

  it('opens to whoever is logged in', async () => {
    const { at } = renderRoute(`/set-password#${LINK}`);
    expect(await screen.findByLabelText('رمز عبور تازه')).toBeVisible();
    expect(at()).toBe('/set-password');
  });

  it('speaks English', async () => {
    await setLanguage('en');
    const page = await openLink(lost, refusing({ link: 'This link is wrong.' }));
    expect(screen.getByText('A link to set a password is good once, for one day.')).toBeVisible();
    expect(screen.getByText('Then log in with your phone number and the new password.')).toBeVisible();
    await page.user.type(screen.getByLabelText('New password'), NEW_PASSWORD);
    await page.user.type(screen.getByLabelText('New password again'), NEW_PASSWORD);
    await page.user.click(screen.getByRole('button', { name: 'Save the password' }));
    await within(screen.getByRole('form')).findByText(/connection/i);
    await page.user.click(screen.getByRole('button', { name: 'Save the password' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link is wrong.The last answer did not arrive, and the password may have been set. Try to log in with it first.',
    );
    await act(async () => page.router.navigate('/set-password'));
    expect(screen.getByRole('alert')).toHaveTextContent(/^The address of this page is not complete/);
  });
});
