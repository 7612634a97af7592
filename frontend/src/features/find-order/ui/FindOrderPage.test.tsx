import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { operatorSession, sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { fullOrderService } from '../../orders/dialog/msw';
import { findService, wireFoundOf } from '../msw';

const CODE = '1405-08-000123';
const two = [
  wireFoundOf('o1'),
  wireFoundOf('o2', { sellerTitle: 'پخش مهر', customerName: 'مریم', status: 1 }),
  wireFoundOf('o3', { Code: '1405-08-000124' }),
];

function openPage(service = findService(two), url = '/find-order') {
  return { service, ...renderRoute(url, { handlers: [operatorSession(), ...service.handlers] }) };
}

const accountHandlers = [http.get('*/user/sessions-app2', () => HttpResponse.json({ sessions: [], evicted: [] }))];

const field = () => screen.findByRole('textbox', { name: 'کد سفارش' });

describe('finding an order', () => {
  it('takes a code as it was heard, and lists every seller who has it', async () => {
    const { user, service, router } = openPage();
    await user.type(await field(), '1405 8 123');
    expect(await field()).toHaveValue('۱۴۰۵ ۸ ۱۲۳');
    await user.keyboard('{Enter}');
    const cards = await screen.findAllByRole('article');
    expect(cards).toHaveLength(2);
    expect(await field()).toHaveValue('۱۴۰۵-۰۸-۰۰۰۱۲۳');
    expect(await field()).toHaveFocus();
    expect(service.asked).toEqual([CODE]);
    expect(router.state.location.search).toBe(`?code=${CODE}`);
    const card = within(screen.getByRole('article', { name: 'پخش مهر' }));
    expect(card.getByText('مریم')).toBeVisible();
    expect(card.getByText('ثبت شده')).toBeVisible();
    expect(card.getByText(/۱۱٬۲۴۵٬۶۴۰/)).toBeVisible();
  });

  it('leads to the sessions and the password of the operator', async () => {
    const { user, at } = openPage();
    await field();
    server.use(...accountHandlers);
    await user.click(screen.getByRole('link', { name: 'نشست‌ها و رمز عبور' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'نشست‌ها' })).toBeVisible();
    expect(at()).toBe('/sessions');
  });

  it('says when more orders have the code than are listed', async () => {
    const more = 'سفارش‌های بیشتری این کد را دارند؛ تنها تازه‌ترین‌ها نشان داده شده‌اند.';
    openPage(findService(two, true), `/find-order?code=${CODE}`);
    expect(await screen.findByText(more)).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('opens the order above the list, and Back closes it', async () => {
    const { user, router } = openPage(findService(two), `/find-order?code=${CODE}`);
    const order = fullOrderService();
    server.use(...order.handlers);
    const [card] = await screen.findAllByRole('article');
    await user.click(within(card!).getByRole('button', { name: 'نمایش سفارش' }));
    expect(await screen.findByRole('dialog', { name: 'سفارش' })).toBeVisible();
    expect(router.state.location.search).toBe(`?code=${CODE}&order=o1`);
    await router.navigate(-1);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('says what is no code, and asks nobody', async () => {
    const { user, service } = openPage();
    await user.click(await screen.findByRole('button', { name: 'یافتن سفارش' }));
    expect(screen.getByText('کد سفارش را وارد کنید.')).toBeVisible();
    await user.type(await field(), '123');
    await user.keyboard('{Enter}');
    expect(screen.getByText(/این کد سفارش نیست/)).toBeVisible();
    expect(service.asked).toEqual([]);
  });

  it('says when no order has the code', async () => {
    openPage(findService([]), `/find-order?code=${CODE}`);
    expect(await screen.findByText('سفارشی با این کد یافت نشد.')).toBeVisible();
  });

  it('says a failure in its place, and tries again', async () => {
    const service = findService(two);
    service.refuseNext(500);
    const { user } = openPage(service, `/find-order?code=${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'تلاش دوباره' }));
    expect(await screen.findAllByRole('article')).toHaveLength(2);
  });

  it('remembers the last five codes that led to an order', async () => {
    const before = [5, 4, 3, 2, 1].map((count) => `1405-08-00000${count}`);
    window.localStorage.setItem('pishkhan.finds.operator', before.join(' '));
    const codes = ['1405-08-000006', '1405-08-000003'];
    const service = findService(codes.map((code) => wireFoundOf(code, { Code: code })));
    const { user, router } = openPage(service, `/find-order?code=${codes[0]}`);
    await screen.findByRole('article');
    await router.navigate('/find-order');
    await screen.findByText(/کد روی فاکتور/);
    const recent = within(await screen.findByRole('region', { name: 'آخرین سفارش‌های یافت‌شده' }));
    expect(recent.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '۱۴۰۵-۰۸-۰۰۰۰۰۶',
      '۱۴۰۵-۰۸-۰۰۰۰۰۵',
      '۱۴۰۵-۰۸-۰۰۰۰۰۴',
      '۱۴۰۵-۰۸-۰۰۰۰۰۳',
      '۱۴۰۵-۰۸-۰۰۰۰۰۲',
    ]);
    await user.click(recent.getByRole('button', { name: '۱۴۰۵-۰۸-۰۰۰۰۰۳' }));
    expect(await screen.findByRole('article')).toBeVisible();
    expect(await field()).toHaveValue('۱۴۰۵-۰۸-۰۰۰۰۰۳');
  });
});

describe('who may be where', () => {
  it('leads an operator from a seller page to the desk, and keeps the order that the link names', async () => {
    const order = fullOrderService();
    const { router } = renderRoute('/seller-customers?order=o1&q=x', {
      handlers: [operatorSession(), ...order.handlers],
    });
    expect(await screen.findByRole('dialog', { name: 'سفارش' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/find-order', search: '?order=o1' });
  });

  it('leads a seller from the desk home', async () => {
    const { at } = renderRoute('/find-order', {
      handlers: [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()],
    });
    expect(await screen.findByRole('link', { name: 'مشتریان' })).toBeVisible();
    expect(at()).toBe('/home');
  });

  it('shows an operator nothing of a store, and logs out', async () => {
    const out = http.post('*/auth/logout-app2', () => HttpResponse.json({ message: 'خروج با موفقیت انجام شد.' }));
    const { user, at } = renderRoute('/find-order', { handlers: [operatorSession(), out] });
    await field();
    const rail = within(screen.getByLabelText('بخش‌های اصلی'));
    expect(rail.getAllByRole('link', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['یافتن سفارش']);
    expect(screen.getByText('سارا کریمی')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'خروج از حساب' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'خروج از حساب' }));
    await user.click(question.getByRole('button', { name: 'خروج' }));
    await waitFor(() => {
      expect(at()).toBe('/log-in');
    });
  });
});
