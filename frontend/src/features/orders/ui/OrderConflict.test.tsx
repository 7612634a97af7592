import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { workedOrder } from '../../../entities/order/fixtures/worked';
import { withQuantities } from '../../../entities/order/order.math';
import { server } from '../../../testing/server';
import { changeOf } from '../fixtures/changeOf';
import {
  choose,
  figure,
  more,
  oneLine,
  openPage,
  paste,
  quantities,
  type Service,
  spaghetti,
  text,
  type User,
  updates,
} from '../fixtures/orderPage';
import { PRICE_OF_THE_DAY } from '../msw';

const TITLE = 'این سفارش در جای دیگری تغییر کرده است';
const MINE = 'اعمال تغییرهای من روی آن';
const THEIRS = 'پذیرفتن تغییرهای دیگر';

const asked = () => screen.findByRole('alertdialog', { name: TITLE });
const answer = async (user: User, dialog: HTMLElement, name: string) => {
  await user.click(within(dialog).getByRole('button', { name }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
  });
};
const elsewhere = (service: Service, change: Readonly<Record<string, number>>) => {
  service.changeElsewhere({ products: withQuantities(service.order(), change).products });
};

describe('a change on a stale order', () => {
  it('is shown beside the other one, and goes on top of it when the user says so', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7, 'P032-2': 9 });
    await user.click(more(spaghetti));
    const dialog = await asked();
    expect(changeOf(dialog, spaghetti)).toEqual({ 'پیش از این': '۳', 'تغییر دیگر': '۷', 'تغییر شما': '۴' });
    expect(within(dialog).getByText('هر دو تغییر داده‌اید')).toBeVisible();
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(7);
    await answer(user, dialog, MINE);
    await waitFor(() => {
      expect(quantities(service)).toEqual([[4], [2], [9]]);
    });
    expect(figure(spaghetti)).toHaveValue('۴');
    expect(updates(service).map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
  });

  it('is told of each line, also of two with one name', async () => {
    const [first, second] = workedOrder.products;
    const twin = { ...first!, id: 'twin', lines: [{ ...first!.lines[0]!, typeId: 'twin-1' }] };
    const { user, service } = await openPage({ products: [first!, second!, twin] });
    elsewhere(service, { 'P011-2': 7, 'twin-1': 8 });
    const complaints = vi.spyOn(console, 'error');
    await user.click(more(paste));
    expect(within(await asked()).getAllByText(spaghetti)).toHaveLength(2);
    // React tells of rows that it cannot tell apart.
    const said = complaints.mock.calls.map(([message]) => String(message));
    expect(said.filter((message) => message.includes('same key'))).toEqual([]);
    complaints.mockRestore();
  });

  it('is given up when the user takes the other one', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7 });
    await user.click(more(spaghetti));
    await answer(user, await asked(), THEIRS);
    expect(figure(spaghetti)).toHaveValue('۷');
    expect(service.order()).toMatchObject({ version: 2 });
    // What follows stands on the order as it is now.
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(quantities(service)).toEqual([[8], [2], [10]]);
    });
  });

  it('has no third way out', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7 });
    await user.click(more(spaghetti));
    const dialog = await asked();
    await user.keyboard('{Escape}');
    expect(dialog).toBeInTheDocument();
    expect(within(dialog).getAllByRole('button')).toHaveLength(2);
  });

  it('puts a line in again that was taken out elsewhere, at the price of the day', async () => {
    const { user, service } = await openPage();
    service.changeElsewhere({ products: oneLine(3).products });
    await user.click(more(paste));
    const dialog = await asked();
    expect(changeOf(dialog, paste)).toEqual({ 'پیش از این': '۲', 'تغییر دیگر': 'در سفارش نیست', 'تغییر شما': '۳' });
    await answer(user, dialog, MINE);
    await waitFor(() => {
      expect(quantities(service)).toEqual([[3], [3]]);
    });
    expect(service.order().products[1]?.lines[0]?.buyPrice).toBe(PRICE_OF_THE_DAY);
    expect(await screen.findByText('۶٬۰۰۰٬۰۰۰', { exact: false })).toBeVisible();
  });

  it('goes through without a question when nothing that is seen has changed', async () => {
    const { user, service } = await openPage();
    service.changeElsewhere({});
    await user.click(more(spaghetti));
    expect(await text('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    expect(quantities(service)).toEqual([[4], [2], [10]]);
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
  });

  it('is settled without a question when the other one is the same', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 4 });
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(updates(service)).toHaveLength(1);
    });
    await waitFor(() => {
      expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    });
    expect(figure(spaghetti)).toHaveValue('۴');
    expect(service.order()).toMatchObject({ version: 2 });
    expect(screen.queryByRole('alertdialog', { name: TITLE })).not.toBeInTheDocument();
  });

  it('opens an order again that was registered meanwhile, and says so before', async () => {
    const { user, service } = await openPage();
    service.changeElsewhere({ status: 'registered', revision: 1 });
    await user.click(more(spaghetti));
    const dialog = await asked();
    expect(changeOf(dialog, 'وضعیت')).toEqual({ 'پیش از این': 'سفارش باز', 'تغییر دیگر': 'ثبت شده' });
    expect(within(dialog).getByText(/دوباره برای ویرایش باز می‌شود/)).toBeVisible();
    await answer(user, dialog, MINE);
    expect(await text('باز شده برای ویرایش')).toBeVisible();
    expect(service.order()).toMatchObject({ status: 'open', reopened: true });
  });

  it('has no place in an order that was cancelled meanwhile', async () => {
    const { user, service } = await openPage();
    service.changeElsewhere({ status: 'cancelled' });
    await user.click(more(spaghetti));
    const dialog = await asked();
    expect(within(dialog).getByText(/سفارش لغو شده است/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: MINE })).not.toBeInTheDocument();
    await answer(user, dialog, THEIRS);
    expect(screen.getByText('لغو شده')).toBeVisible();
  });

  it('is compared again when the order changes once more', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7 });
    await user.click(more(spaghetti));
    const dialog = await asked();
    elsewhere(service, { 'P011-2': 9 });
    await user.click(within(dialog).getByRole('button', { name: MINE }));
    await waitFor(async () => {
      const again = { 'پیش از این': '۷', 'تغییر دیگر': '۹', 'تغییر شما': '۴' };
      expect(changeOf(await asked(), spaghetti)).toEqual(again);
    });
    expect(quantities(service)).toEqual([[9], [2], [10]]);
  });

  it('waits while the order cannot be read again', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7 });
    const down = () => HttpResponse.json({ message: 'سرویس در دسترس نیست.' }, { status: 503 });
    server.use(http.get('*/market/fetch-order-joz-app2/:orderId', down, { once: true }));
    await user.click(more(spaghetti));
    // The message says it as well, and goes.
    const block = await within(screen.getByRole('main')).findByText('سرویس در دسترس نیست.');
    expect(block).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
    await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
    expect(changeOf(await asked(), spaghetti)).toMatchObject({ 'تغییر دیگر': '۷', 'تغییر شما': '۴' });
  });
});

describe('a note on a stale order', () => {
  const write = async (user: User, words: string) => {
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), words);
  };

  it('is not written over another one that was not seen', async () => {
    const { user, service } = await openPage();
    await write(user, 'یادداشت من');
    service.changeElsewhere({ sellerNote: 'یادداشت همکار' });
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    const dialog = await asked();
    expect(within(dialog).getByText('یادداشت همکار')).toBeVisible();
    expect(within(dialog).getByText('یادداشت من')).toBeVisible();
    expect(service.order().sellerNote).toBe('یادداشت همکار');
    await answer(user, dialog, MINE);
    expect(await text('ثبت توضیحات با موفقیت انجام شد.')).toBeVisible();
    expect(service.order().sellerNote).toBe('یادداشت من');
  });

  it('makes way for the other one when the user takes that', async () => {
    const { user, service } = await openPage();
    await write(user, 'یادداشت من');
    service.changeElsewhere({ sellerNote: 'یادداشت همکار' });
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    await answer(user, await asked(), THEIRS);
    expect(screen.getByText('یادداشت همکار')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'توضیحات فروشنده' })).not.toBeInTheDocument();
  });

  it('that is being typed survives a conflict of lines', async () => {
    const { user, service } = await openPage();
    await write(user, 'نیمه‌کاره');
    elsewhere(service, { 'P011-2': 7 });
    await user.click(more(spaghetti));
    await answer(user, await asked(), THEIRS);
    expect(screen.getByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('نیمه‌کاره');
  });
});

describe('a decision on a stale order', () => {
  it('is not carried out before the changes were seen', async () => {
    const { user, service } = await openPage();
    elsewhere(service, { 'P011-2': 7 });
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    const dialog = await asked();
    expect(changeOf(dialog, spaghetti)).toEqual({ 'پیش از این': '۳', 'تغییر دیگر': '۷' });
    expect(service.order().status).toBe('open');
    await answer(user, dialog, 'متوجه شدم');
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text('ثبت شده')).toBeVisible();
    const [first, second] = service.writes;
    expect(second?.key).not.toBe(first?.key);
    expect(second?.body).toEqual({ version: 2 });
  });

  it('is asked for once, however often the button is pressed', async () => {
    const { user, service } = await openPage();
    const question = await choose(user, 'ذخیره سفارش');
    await user.dblClick(within(question).getByRole('button', { name: 'ذخیره' }));
    expect(await text('ثبت شده')).toBeVisible();
    expect(service.writes).toHaveLength(1);
  });

  it('takes the typed note along when the order is saved', async () => {
    const { user, service } = await openPage();
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'پیش از ظهر');
    const question = await choose(user, 'ذخیره سفارش');
    expect(question).toHaveTextContent('توضیحاتی که نوشته‌اید هم ثبت می‌شود.');
    await user.click(within(question).getByRole('button', { name: 'ذخیره' }));
    expect(await text('ثبت شده')).toBeVisible();
    expect(service.writes.map(({ call }) => call)).toEqual(['toz', 'save']);
    expect(service.order()).toMatchObject({ sellerNote: 'پیش از ظهر', status: 'registered' });
  });

  it('to cancel that fails leaves the changes where they were', async () => {
    const { user, service } = await openPage();
    const down = () => HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست.' }, { status: 503 });
    server.use(http.post('*/market/order-update-app2/:orderId', down));
    await user.click(more(spaghetti));
    await screen.findByRole('button', { name: 'ارسال دوباره' });
    await choose(user, 'لغو سفارش', 'لغو سفارش');
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog', { name: 'لغو سفارش' })).not.toBeInTheDocument();
    });
    expect(screen.getByRole('button', { name: 'ارسال دوباره' })).toBeVisible();
    expect(figure(spaghetti)).toHaveValue('۴');
    expect(service.writes).toEqual([]);
  });
});

it('a refused change can be tried again', async () => {
  const { user, service } = await openPage();
  service.refuseNext(409, { message: 'موجودی محصول 0 میباشد.' });
  await user.click(more(spaghetti));
  expect(await text(`«${spaghetti}»: از ۳ به ۴`)).toBeVisible();
  await waitFor(() => {
    expect(figure(spaghetti)).toHaveValue('۳');
  });
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
  await waitFor(() => {
    expect(quantities(service)).toEqual([[4], [2], [10]]);
  });
  expect(screen.queryByText(`«${spaghetti}»: از ۳ به ۴`)).not.toBeInTheDocument();
});

it('only what was refused is put aside, and told of until it was seen', async () => {
  const { user, service } = await openPage();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = false;
  const hold = async (): Promise<undefined> => {
    arrived = true;
    await held;
  };
  server.use(http.post('*/market/order-update-app2/:orderId', hold, { once: true }));
  service.refuseNext(409, { message: 'موجودی محصول 0 میباشد.' });
  await user.click(more(spaghetti));
  await waitFor(() => expect(arrived).toBe(true));
  await user.click(more(paste));
  release();
  expect(await text(`«${spaghetti}»: از ۳ به ۴`)).toBeVisible();
  await waitFor(() => {
    expect(quantities(service)).toEqual([[3], [3], [10]]);
  });
  expect(figure(spaghetti)).toHaveValue('۳');
  expect(figure(paste)).toHaveValue('۳');
  expect(screen.getByText(`«${spaghetti}»: از ۳ به ۴`)).toBeVisible();
  expect(screen.queryByText(`«${paste}»: از ۲ به ۳`)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'متوجه شدم' }));
  expect(screen.queryByText(`«${spaghetti}»: از ۳ به ۴`)).not.toBeInTheDocument();
});
