import { setupListeners } from '@reduxjs/toolkit/query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sellerOfType } from '../../../entities/seller/msw';
import { operatorSession, sessionIs } from '../../../entities/session/msw';
import { drawn, LINE, layOut, scrollPageTo } from '../../../testing/layout';
import { renderRoute } from '../../../testing/renderRoute';
import { accountService, activityService, wireActivityOf, wireSessionOf } from '../msw';

const saved = wireActivityOf('9', {
  session: 'handle-1',
  changes: {
    amount_toman: { name: 'مبلغ (تومان)', from: 5_600_000, to: 5_000_000 },
    note: { name: 'توضیح', from: null, to: 'با پیک 2' },
    p1: { name: 'رب 700 گرم', from: 2, to: null },
    status: { name: 'وضعیت', from: 'open', to: 'registered' },
    hidden: { name: 'رمز', from: null, to: null },
  },
});
const priced = wireActivityOf('8', {
  entity: 'product_type',
  title: 'رب 700 گرم',
  action: 'product_type.edited',
  actionText: 'قیمت تغییر کرد',
});
const ended = wireActivityOf('7', {
  entity: 'session',
  title: '',
  action: 'session.ended',
  actionText: 'نشست پایان یافت',
  session: '—',
});
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => wireActivityOf(`e${index}`, { actionText: `کار ${index}` }));

function openPage(service: ReturnType<typeof activityService>, { query = '', before = ['/sessions'] } = {}) {
  return renderRoute(`/activity${query}`, {
    before,
    handlers: [...service.handlers, ...accountService().handlers, sessionIs('valid'), sellerOfType(1)],
  });
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const rows = (inside: Awaited<ReturnType<typeof card>>) =>
  inside.queryAllByRole('listitem').map(({ textContent }) => textContent.replace(/[\u2066-\u2069]/g, ''));
const kind = (name: string) => screen.getByRole('button', { name });

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(() => import('../../../app/routes/account.route'), 60_000);

describe('what was done', () => {
  it('is told with its thing, its time, who did it from which session, and what became of it', async () => {
    const { user } = openPage(activityService([saved, priced, ended]));
    const first = await card('سفارش ثبت شد');
    expect(screen.getAllByRole('article')).toHaveLength(3);
    await waitFor(() => expect(document.title).toBe('فعالیت‌ها | پیشخوان'));
    expect(first.getByText('۱۴۰۵-۰۹-۰۰۰۰۱۲')).toHaveAttribute('dir', 'ltr');
    expect(first.getByText('۷ آذر ۱۴۰۵')).toBeVisible();
    expect(first.getByText('۱۲:۰۰')).toBeVisible();
    expect(first.getByText('به دست نرگس رستمی')).toBeVisible();
    expect(first.getByText('همین نشست')).toBeVisible();
    const few = ['مبلغ (تومان): ۵٬۶۰۰٬۰۰۰ ← ۵٬۰۰۰٬۰۰۰', 'توضیح: با پیک ۲', 'رب ۷۰۰ گرم: حذف شد (۲)'];
    expect(rows(first)).toEqual(few);
    await user.click(first.getByRole('button', { name: 'بیشتر' }));
    expect(rows(first)).toEqual([...few, 'وضعیت: open ← registered', 'رمز']);
    await user.click(first.getByRole('button', { name: 'کمتر', expanded: true }));
    expect(rows(first)).toEqual(few);

    const second = await card('قیمت تغییر کرد');
    expect(second.getByText('رب ۷۰۰ گرم')).toBeVisible();
    expect(second.getByText('anothe')).toHaveAttribute('dir', 'ltr');
    expect(second.queryByRole('button')).not.toBeInTheDocument();
    expect((await card('نشست پایان یافت')).getByText('نشست —')).toBeVisible();
    expect(screen.getByText('پایان فهرست')).toBeVisible();
  });

  it('is told in the language’s digits and signs, but for codes with Latin letters', async () => {
    const changes = {
      commission: { name: 'کارمزد', from: '2.5%', to: '2%' },
      name: { name: 'نام', from: null, to: 'روغن Oila 810 گرم' },
      reference: { name: 'شماره پیگیری', from: null, to: '9479C51783DD' },
    };
    openPage(activityService([wireActivityOf('5', { actionText: 'پرداخت شد', changes })]));
    expect(rows(await card('پرداخت شد'))).toEqual([
      'کارمزد: ۲٫۵\u200f٪ ← ۲\u200f٪',
      'نام: روغن Oila ۸۱۰ گرم',
      'شماره پیگیری: 9479C51783DD',
    ]);
  });

  it('leads to the history of an order that is still there', async () => {
    const gone = wireActivityOf('6', { action: 'order.deleted', actionText: 'سفارش حذف شد' });
    const pendingHistory = http.get('*/market/order-history-app2/:id', () => new Promise<never>(() => undefined));
    const { user, router } = renderRoute('/activity?kind=orders', {
      handlers: [...activityService([saved, gone]).handlers, pendingHistory, sessionIs('valid'), sellerOfType(1)],
    });
    expect((await card('سفارش حذف شد')).queryByRole('button')).not.toBeInTheDocument();
    await user.click((await card('سفارش ثبت شد')).getByRole('button', { name: 'تاریخچه سفارش' }));
    await waitFor(() => expect(router.state.location.search).toBe('?kind=orders&history=order+of+9'));
  });

  it('is filtered by the server, by the kinds of the chosen part, which the files are of as well', async () => {
    const service = activityService([saved, priced, ended]);
    const { user, router } = openPage(service);
    await card('سفارش ثبت شد');
    expect(service.asked).toEqual([{}]);
    expect(screen.getByRole('link', { name: 'دریافت XLSX' })).toHaveAttribute(
      'href',
      '/user/activity-app2?format=xlsx',
    );
    await user.click(kind('کالاها'));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'سفارش ثبت شد' })).not.toBeInTheDocument());
    expect(await screen.findByRole('article', { name: 'قیمت تغییر کرد' })).toBeVisible();
    expect(kind('کالاها')).toHaveAttribute('aria-pressed', 'true');
    expect(service.asked.at(-1)).toEqual({ entity: 'product,product_type,catalogue' });
    expect(router.state.location.search).toBe('?kind=products');
    expect(screen.getByRole('link', { name: 'دریافت CSV' })).toHaveAttribute(
      'href',
      '/user/activity-app2?entity=product%2Cproduct_type%2Ccatalogue&format=csv',
    );
    // It replaces the history entry.
    await act(async () => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/sessions');
  });

  it.each([
    ['orders', 'order'],
    ['customers', 'customers'],
    ['store', 'seller,reports'],
    ['payments', 'subscription,payment,invoice'],
    ['access', 'session,user'],
    ['nothing-known', undefined],
  ])('of the address ?kind=%s is asked for as %s', async (name, entity) => {
    const service = activityService();
    openPage(service, { query: `?kind=${name}` });
    await waitFor(() => expect(service.asked.map((query) => query['entity'])).toEqual([entity]));
  });

  it('may be nothing at all, or nothing of a kind', async () => {
    const { user } = openPage(activityService());
    expect(await screen.findByText('هنوز کاری ثبت نشده است.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'دریافت CSV' })).not.toBeInTheDocument();
    await user.click(kind('مشتریان'));
    expect(await screen.findByText('کاری از این نوع ثبت نشده است.')).toBeVisible();
  });

  it('can be asked for again when it did not come', async () => {
    const service = activityService([saved]);
    service.refuseNext(503, { message: 'در دسترس نیست.' });
    const { user } = openPage(service);
    await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
    expect(await card('سفارش ثبت شد')).toBeDefined();
    expect(service.asked).toHaveLength(2);
  });
});

describe('a long record', () => {
  const STEP = LINE + 16;
  const titles = () => [...drawn().values()].map((item) => item.querySelector('h2')?.textContent);
  const count = () => [...drawn().values()][0]?.getAttribute('aria-setsize');
  const toEnd = () => scrollPageTo(49 * STEP);

  it('goes on from the last entry of a page, also after a failure, and has an end', async () => {
    layOut();
    const service = activityService(many(60));
    const { user } = openPage(service);
    await card('کار 0');
    service.refuseNext(503, { message: 'در دسترس نیست.' });
    await toEnd();
    await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
    await waitFor(() => expect(count()).toBe('60'));
    await scrollPageTo(59 * STEP);
    expect(await screen.findByText('پایان فهرست')).toBeVisible();
    await waitFor(() => expect(titles()).toContain('کار 59'));
    expect(service.asked).toEqual([{}, { before: 'e49' }, { before: 'e49' }]);
  });

  it('asks for what is new alone when one comes back to the tab, and loses nothing', async () => {
    layOut();
    const service = activityService(many(60));
    const { store } = openPage(service);
    onTestFinished(setupListeners(store.dispatch));
    await card('کار 0');
    await toEnd();
    await waitFor(() => expect(count()).toBe('60'));
    service.asked.length = 0;
    service.add(wireActivityOf('n1', { actionText: 'کار تازه' }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(count()).toBe('61'));
    expect(service.asked).toEqual([{}]);
    await scrollPageTo(0);
    await waitFor(() => expect(titles().slice(0, 2)).toEqual(['کار تازه', 'کار 0']));
  });

  it('is read again whole when more was added than one answer holds', async () => {
    layOut();
    const service = activityService(many(60));
    const { store } = openPage(service);
    onTestFinished(setupListeners(store.dispatch));
    await card('کار 0');
    await toEnd();
    await waitFor(() => expect(count()).toBe('60'));
    service.asked.length = 0;
    service.add(...Array.from({ length: 55 }, (_, index) => wireActivityOf(`n${index}`)));
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(service.asked.slice(0, 2)).toEqual([{}, { before: 'n49' }]));
  });
});

describe('the way to what was done', () => {
  it('leads from the sessions, for sellers, and back', async () => {
    const service = accountService([wireSessionOf('s1', { current: true })]);
    const { user, at } = renderRoute('/sessions', {
      handlers: [...service.handlers, ...activityService([saved]).handlers, sessionIs('valid'), sellerOfType(1)],
    });
    await user.click(await screen.findByRole('link', { name: 'فعالیت‌ها' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'فعالیت‌ها' })).toBeVisible();
    expect(at()).toBe('/activity');
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/sessions');
    await user.click(screen.getByRole('link', { name: 'بازگشت' }));
    await waitFor(() => expect(at()).toBe('/sessions'));
  });

  it('is not shown to operators, who are led to their own page', async () => {
    const service = accountService();
    const handlers = [...service.handlers, operatorSession()];
    const { router } = renderRoute('/sessions', { handlers });
    expect(await screen.findByRole('link', { name: 'تغییر رمز عبور' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'فعالیت‌ها' })).not.toBeInTheDocument();
    await act(async () => router.navigate('/activity'));
    expect(await screen.findByRole('heading', { name: 'یافتن سفارش' })).toBeVisible();
  });
});
