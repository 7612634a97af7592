import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withQuantities } from '../../../entities/order/order.math';
import { server } from '../../../testing/server';
import { changeOf } from '../fixtures/changeOf';
import { figure, more, openPage, quantities, spaghetti, text, type User } from '../fixtures/orderPage';
import { released } from '../model/useOrderDraft';

const TITLE = 'تغییرات ثبت‌نشده شما';
const lost = () => screen.findByRole('button', { name: 'ارسال دوباره' });
const failing = () => http.post('*/market/order-update-app2/:orderId', () => HttpResponse.error());

/** As a reload of the tab does: the page is gone, what the tab keeps is not. */
async function reload(service: Awaited<ReturnType<typeof openPage>>['service']) {
  cleanup();
  await released();
  server.resetHandlers();
  return openPage({}, { service });
}

async function changeAndLose() {
  const page = await openPage();
  server.use(failing());
  await page.user.click(more(spaghetti));
  await lost();
  return page;
}

/** The name of what the tab keeps of the order when it goes away. */
function keptAs(): string {
  window.dispatchEvent(new Event('pagehide'));
  return Object.keys(window.sessionStorage).find((name) => name.includes('o1')) ?? '';
}

describe('an unsent change', () => {
  it('is offered after a reload, and sent when the user says so', async () => {
    const { service } = await changeAndLose();
    const { user } = await reload(service);
    const dialog = await screen.findByRole('alertdialog', { name: TITLE });
    expect(changeOf(dialog, spaghetti)).toEqual({ 'پیش از این': '۳', 'تغییر شما': '۴' });
    expect(quantities(service)).toEqual([[3], [2], [10]]);
    await user.click(within(dialog).getByRole('button', { name: 'اعمال تغییرها' }));
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [2], [10]]);
    });
    expect(figure(spaghetti)).toHaveValue('۴');
    await reload(service);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
  });

  it('is forgotten when the user drops it', async () => {
    const { service } = await changeAndLose();
    const { user } = await reload(service);
    const dialog = await screen.findByRole('alertdialog', { name: TITLE });
    await user.click(within(dialog).getByRole('button', { name: 'کنار گذاشتن' }));
    expect(figure(spaghetti)).toHaveValue('۳');
    await reload(service);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
    expect(service.writes).toEqual([]);
  });

  it('that had arrived after all is not offered', async () => {
    const { user, service } = await openPage();
    service.loseNextAnswer();
    await user.click(more(spaghetti));
    await lost();
    await reload(service);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
    expect(figure(spaghetti)).toHaveValue('۴');
  });

  it('is shown with what has changed elsewhere meanwhile', async () => {
    const { service } = await changeAndLose();
    service.changeElsewhere({ products: withQuantities(service.order(), { 'P011-2': 7, 'P016-2': 1 }).products });
    await reload(service);
    const dialog = await screen.findByRole('alertdialog', { name: TITLE });
    expect(within(dialog).getByText(/سفارش هم در جای دیگری تغییر کرده است/)).toBeVisible();
    expect(changeOf(dialog, spaghetti)).toEqual({ 'پیش از این': '۳', 'تغییر دیگر': '۷', 'تغییر شما': '۴' });
  });

  it('is not shown to another user of the same tab', async () => {
    const { service } = await changeAndLose();
    const key = keptAs();
    expect(key).toContain('o1');
    window.sessionStorage.setItem(key.replace(/\/[^/]*\//, '/somebody/'), window.sessionStorage.getItem(key) ?? '');
    window.sessionStorage.removeItem(key);
    await reload(service);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
  });

  it('that nobody can read any more is no trouble', async () => {
    const { service } = await changeAndLose();
    const key = keptAs();
    window.sessionStorage.setItem(key, '{"before":1}');
    await reload(service);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
    expect(figure(spaghetti)).toHaveValue('۳');
  });
});

const type = async (user: User, words: string) => {
  await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
  await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), words);
};

it('a typed note is offered after a reload, and is in its field again', async () => {
  const { user: before, service } = await openPage();
  await type(before, 'نیمه‌کاره');
  const { user } = await reload(service);
  const dialog = await screen.findByRole('alertdialog', { name: TITLE });
  expect(within(dialog).getByText('نیمه‌کاره')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'اعمال تغییرها' }));
  expect(await screen.findByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('نیمه‌کاره');
  expect(service.writes).toEqual([]);
});

describe('without internet', () => {
  const network = (on: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(on);
    act(() => {
      window.dispatchEvent(new Event(on ? 'online' : 'offline'));
    });
  };
  afterEach(() => {
    network(true);
    vi.restoreAllMocks();
  });

  it('nothing can be changed, and the page says why', async () => {
    const { user } = await openPage({ sellerNote: 'یادداشت' });
    network(false);
    const reason = 'اینترنت قطع است. تا وصل شدن دوباره نمی‌توان سفارش را تغییر داد.';
    expect(await text(reason)).toBeVisible();
    expect(more(spaghetti)).toBeDisabled();
    const bin = screen.getByRole('button', { name: `حذف ${spaghetti}` });
    expect(bin).toHaveAttribute('aria-disabled', 'true');
    expect(bin).toHaveAccessibleDescription(reason);
    await user.click(bin);
    expect(screen.queryByRole('alertdialog', { name: 'حذف ردیف' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'ویرایش توضیحات' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'ذخیره' })).toHaveAccessibleDescription('اینترنت قطع است.');
    await user.click(screen.getByRole('button', { name: 'عملیات سفارش' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(3);
    for (const item of items) {
      expect(item).toHaveAttribute('aria-disabled', 'true');
      expect(item).toHaveTextContent('اینترنت قطع است.');
    }
  });

  it('a change that did not arrive goes on its way by itself when the internet is back', async () => {
    const { service } = await changeAndLose();
    network(false);
    server.use(...service.handlers);
    expect(await text('آخرین تغییر شما پس از وصل شدن، خودکار ارسال می‌شود.')).toBeVisible();
    network(true);
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [2], [10]]);
    });
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'ارسال دوباره' })).not.toBeInTheDocument();
    });
  });
});
