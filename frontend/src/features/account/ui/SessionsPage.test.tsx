import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { operatorSession, sessionIs } from '../../../entities/session/msw';
import { QUESTION } from '../../../testing/question';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { accountService, wireSessionOf } from '../msw';

const phone = wireSessionOf('s2', { device: 'Chrome · Android', lastSeenS: '1405/09/02 - 09:30' });
const here = wireSessionOf('s1', { device: 'Firefox · Linux', current: true });
const strange = wireSessionOf('s3', { device: '', network: '' });
const three = () => accountService([phone, here, strange]);

const ENDED = 'نشست با موفقیت پایان یافت.';
const OTHERS = 'پایان همه نشست‌های دیگر';

async function openPage(service = three(), { session = sessionIs('valid'), before = ['/home'] } = {}) {
  const page = renderRoute('/sessions', {
    before,
    handlers: [...service.handlers, session, sellerOfType(1), sellerSummaryIs(), sellerBindIs()],
  });
  await screen.findByRole('article', { name: 'Firefox · Linux' });
  return { ...page, service };
}

const card = (name: string) => within(screen.getByRole('article', { name }));
const asked = async () => within(await screen.findByRole('alertdialog', QUESTION));
const noQuestion = () => waitFor(() => expect(screen.queryByRole('alertdialog', QUESTION)).not.toBeInTheDocument());

async function askToEnd(user: Awaited<ReturnType<typeof openPage>>['user'], name: string) {
  await user.click(card(name).getByRole('button', { name: 'پایان نشست' }));
  return asked();
}

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(
  () => Promise.all([import('../../../app/routes/account.route'), import('../../../shared/ui/ConfirmDialog')]),
  60_000,
);

describe('the sessions', () => {
  it('are listed with this device first, by device, network and time', async () => {
    await openPage();
    // Set after the page is drawn.
    await waitFor(() => expect(document.title).toBe('نشست‌ها | پیشخوان'));
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Firefox · Linux', 'Chrome · Android', 'دستگاه ناشناخته']);
    expect(card('Firefox · Linux').getByText('همین دستگاه')).toBeVisible();
    expect(card('Firefox · Linux').queryByRole('button', { name: 'پایان نشست' })).not.toBeInTheDocument();
    const other = card('Chrome · Android');
    expect(other.getByText('Chrome · Android')).toHaveAttribute('dir', 'ltr');
    expect(other.getByText('203.0.113.0/24')).toHaveAttribute('dir', 'ltr');
    expect(other.getByText('۲ آذر ۱۴۰۵')).toBeVisible();
    expect(other.getByText('۰۹:۳۰')).toBeVisible();
    expect(other.queryByText('همین دستگاه')).not.toBeInTheDocument();
    expect(card('دستگاه ناشناخته').queryByText('شبکه')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'تغییر رمز عبور' })).toHaveAttribute('href', '/password');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });

  it('lead out of this device by its own button', async () => {
    const left = http.post('*/auth/logout-app2', () => HttpResponse.json({ message: 'خروج با موفقیت انجام شد.' }));
    const { user, at } = await openPage();
    server.use(left);
    await user.click(card('Firefox · Linux').getByRole('button', { name: 'خروج از حساب' }));
    await user.click((await asked()).getByRole('button', { name: 'خروج' }));
    await waitFor(() => expect(at()).toBe('/log-in'));
  });

  it('end one at a time, once it is confirmed, and the list is read again', async () => {
    const { user, service } = await openPage();
    const question = await askToEnd(user, 'Chrome · Android');
    expect(question.getByText('Chrome · Android')).toBeVisible();
    await user.dblClick(question.getByRole('button', { name: 'پایان نشست' }));
    expect(await screen.findByText(ENDED)).toBeInTheDocument();
    await noQuestion();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Chrome · Android' })).not.toBeInTheDocument());
    expect(screen.getByRole('article', { name: 'دستگاه ناشناخته' })).toBeVisible();
    expect(service.writes).toEqual([{ path: 'session-end-app2', body: { _id: 's2' } }]);
  });

  it('wait while one is being ended', async () => {
    const { user, service } = await openPage();
    const release = service.hold();
    const question = await askToEnd(user, 'Chrome · Android');
    const end = question.getByRole('button', { name: 'پایان نشست' });
    await user.click(end);
    await waitFor(() => expect(end).toHaveAttribute('aria-busy', 'true'));
    await user.click(end);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', QUESTION)).toBeVisible();
    release();
    await noQuestion();
    expect(service.writes).toHaveLength(1);
  });

  it('stay when nothing is confirmed', async () => {
    const { user, service } = await openPage();
    await user.click((await askToEnd(user, 'Chrome · Android')).getByRole('button', { name: 'انصراف' }));
    await noQuestion();
    expect(service.writes).toEqual([]);
  });

  it('are read again when one is not known any more', async () => {
    const { user, service } = await openPage();
    service.forget('s2');
    const before = service.reads();
    await user.click((await askToEnd(user, 'Chrome · Android')).getByRole('button', { name: 'پایان نشست' }));
    expect(await screen.findByText('موردی یافت نشد.')).toBeInTheDocument();
    await noQuestion();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Chrome · Android' })).not.toBeInTheDocument());
    expect(service.reads()).toBe(before + 1);
  });

  it('may be tried again when the answer was lost', async () => {
    const { user, service } = await openPage();
    const question = await askToEnd(user, 'Chrome · Android');
    service.refuseNext('session-end-app2', 0);
    await user.click(question.getByRole('button', { name: 'پایان نشست' }));
    expect(await screen.findByText(/ارتباط با سرور برقرار نشد/, { selector: '[role="alertdialog"] *' })).toBeVisible();
    await waitFor(() => expect(question.getByRole('button', { name: 'پایان نشست' })).not.toHaveAttribute('aria-busy'));
    await user.click(question.getByRole('button', { name: 'پایان نشست' }));
    expect(await screen.findByText(ENDED)).toBeInTheDocument();
    expect(service.writes).toHaveLength(2);
  });

  it('lead to the log-in page when this one is over', async () => {
    const { user, service, at } = await openPage();
    const question = await askToEnd(user, 'Chrome · Android');
    const before = service.reads();
    service.refuseNext('session-end-app2', 401, { message: 'نشست شما معتبر نیست. دوباره وارد شوید.' });
    await user.click(question.getByRole('button', { name: 'پایان نشست' }));
    await waitFor(() => expect(at()).toBe('/log-in'));
    expect(service.reads()).toBe(before);
  });

  it('end all but this one', async () => {
    const { user, service } = await openPage();
    await user.click(screen.getByRole('button', { name: OTHERS }));
    await user.dblClick((await asked()).getByRole('button', { name: OTHERS }));
    expect(await screen.findByText('نشست‌های دیگر با موفقیت پایان یافتند.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: OTHERS })).not.toBeInTheDocument();
    expect(service.writes).toEqual([{ path: 'sessions-end-others-app2', body: null }]);
  });

  it('say which were ended because there were ten newer ones', async () => {
    await openPage(accountService([here], [wireSessionOf('e1', { device: 'Safari · iPhone' }), strange]));
    const note = within(screen.getByRole('note'));
    expect(note.getByText(/هم‌زمان حداکثر ده نشست ممکن است/)).toBeVisible();
    expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Safari · iPhone ۱ آذر ۱۴۰۵ · ۰۸:۱۰',
      'دستگاه ناشناخته ۱ آذر ۱۴۰۵ · ۰۸:۱۰',
    ]);
    expect(screen.queryByRole('button', { name: OTHERS })).not.toBeInTheDocument();
  });

  it('can be asked for again when they did not come', async () => {
    const down = http.get('*/user/sessions-app2', () =>
      HttpResponse.json({ message: 'در دسترس نیست.' }, { status: 503 }),
    );
    const { user } = renderRoute('/sessions', { handlers: [down, sessionIs('valid'), sellerOfType(1)] });
    const again = await screen.findByRole('button', { name: 'تلاش دوباره' });
    expect(screen.getByRole('link', { name: 'تغییر رمز عبور' })).toBeVisible();
    server.use(...three().handlers);
    await user.click(again);
    expect(await screen.findByRole('article', { name: 'Firefox · Linux' })).toBeVisible();
  });
});

describe('from the sessions', () => {
  it('a seller goes back home, or to the settings', async () => {
    await openPage(three(), { before: [] });
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/home');
    expect(screen.getByText('شماره همراه نیز در همان صفحه تغییر می‌کند.')).toBeVisible();
  });

  it('an operator goes back to the search, and has a password alone', async () => {
    const { user, router } = await openPage(three(), { session: operatorSession(), before: [] });
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/find-order');
    expect(screen.queryByText('شماره همراه نیز در همان صفحه تغییر می‌کند.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'تغییر رمز عبور' }));
    expect(await screen.findByRole('form', { name: 'تغییر رمز عبور' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'تغییر شماره همراه' })).not.toBeInTheDocument();
    await act(async () => router.navigate('/home'));
    expect(await screen.findByRole('heading', { name: 'یافتن سفارش' })).toBeVisible();
  });
});
