import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { workedOrder } from '../../../entities/order/fixtures/worked';
import type { Order } from '../../../entities/order/types';
import { stockIs, typeDetailIs } from '../../../entities/product/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { quantityChanged } from '../model/draft.slice';
import { orderService } from '../msw';

const URL = '/sefaresh-moshtari/c1/o1';
const spaghetti = 'اسپاگتی ۱٫۲ ۷۰۰ گرم';
const paste = 'رب گوجه‌فرنگی قوطی ۸۰۰ گرم';

async function open(start: Partial<Order> = {}, options: Parameters<typeof renderRoute>[1] = {}) {
  const service = orderService(start);
  const handlers = [...(options.handlers ?? []), sessionIs('valid'), sellerOfType(1), stockIs(), ...service.handlers];
  const page = renderRoute(URL, { ...options, handlers });
  await screen.findByRole('heading', { name: 'خلاصه سفارش' });
  return { ...page, service };
}

const row = (name: string) => screen.getByRole('listitem', { name });
const figure = (name: string) => within(screen.getByRole('group', { name })).getByRole('status');
const more = (name: string) => screen.getByRole('button', { name: `افزایش ${name}` });
const less = (name: string) => screen.getByRole('button', { name: `کاهش ${name}` });
/** The grand total in the bar at the bottom. */
const total = () => screen.getByRole('region', { name: 'مبلغ کل سفارش' });
const updates = (service: ReturnType<typeof orderService>) => service.writes.filter(({ call }) => call === 'update');
const text = (pattern: string | RegExp) => screen.findByText(pattern);

const oneLine = (quantity: number): Pick<Order, 'products'> => {
  const [first] = workedOrder.products;
  return { products: [{ ...first!, lines: [{ ...first!.lines[0]!, quantity }] }] };
};

type User = Awaited<ReturnType<typeof open>>['user'];

async function choose(user: User, item: string, answer?: string) {
  await user.click(screen.getByRole('button', { name: 'عملیات سفارش' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  const question = await screen.findByRole('alertdialog', { name: item });
  if (answer !== undefined) await user.click(within(question).getByRole('button', { name: answer }));
  return question;
}

async function menuItems(user: User) {
  await user.click(screen.getByRole('button', { name: 'عملیات سفارش' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return items;
}

describe('an order', () => {
  it('shows its products, lines and what it comes to', async () => {
    await open({ customerNote: 'صبح‌ها تحویل بدهید', sellerNote: '' });
    expect(screen.getByRole('heading', { name: 'سفارش مشتری' })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(row(spaghetti)).toHaveTextContent('۱٬۲۶۰٬۰۰۰ تومان');
    expect(row(spaghetti)).toHaveTextContent('۳٬۷۸۰٬۰۰۰ تومان');
    expect(total()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰ تومان');
    const summary = screen.getByRole('region', { name: 'خلاصه سفارش' });
    for (const value of ['۱۵', '۱۱٬۵۶۸٬۰۰۰', '۹٬۹۹۶٬۰۰۰', '۱٬۵۷۲٬۰۰۰', '۱۳٫۵۸۹۲٪', '۸۹۹٬۶۴۰', '۳۵۰٬۰۰۰']) {
      expect(summary).toHaveTextContent(value);
    }
    expect(screen.getByText('صبح‌ها تحویل بدهید')).toBeVisible();
    expect(screen.getByText('هنوز توضیحی ننوشته‌اید.')).toBeVisible();
  });

  it('leads back to the customer’s orders and closes to home', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/joz-sefaresh/c1');
    expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/home');
  });

  it('says when it has no product, and ships nothing', async () => {
    await open({ products: [], shipping: 350_000 });
    expect(screen.getByText('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
    expect(total()).toHaveTextContent('۰ تومان');
  });

  it('shows the lines and then the message of a failed read, and tries again', async () => {
    const service = orderService();
    const failing = http.get('*/market/fetch-order-joz-app2/:orderId', () =>
      HttpResponse.json({ order: 'ناشناس', message: 'موردی یافت نشد.' }, { status: 404 }),
    );
    const { user } = renderRoute(URL, { handlers: [sessionIs('valid'), sellerOfType(1), failing] });
    const block = await screen.findByRole('alert');
    expect(within(block).getByText('order: ناشناس')).toBeVisible();
    expect(within(block).getByText('موردی یافت نشد.')).toBeVisible();
    server.use(...service.handlers);
    await user.click(within(block).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await screen.findByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  });

  it('tells about a type in a sheet that Back closes', async () => {
    const { user, router } = await open({}, { handlers: [typeDetailIs({ toz: '', brand: 'زرخوشه' })] });
    await user.click(screen.getByRole('button', { name: `اطلاعات ${spaghetti}` }));
    const sheet = await screen.findByRole('dialog', { name: 'اسپاگتی ۱٫۲' });
    expect(await within(sheet).findByText('زرخوشه')).toBeVisible();
    expect(within(sheet).getByText('برای این نوع محصول توضیح وجود ندارد')).toBeVisible();
    expect(await within(sheet).findByText('موجودی ۹۹')).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(router.state.location.pathname).toBe(URL);
  });
});

describe('edit mode', () => {
  it('is on for an open order, which can be saved and cancelled', async () => {
    const { user } = await open({ status: 'open' });
    expect(screen.getByText('در حال ویرایش')).toBeVisible();
    expect(more(spaghetti)).toBeEnabled();
    expect(await menuItems(user)).toEqual(['ذخیره سفارش', 'لغو سفارش']);
  });

  it('comes to a registered order by a confirmation', async () => {
    const { user, service } = await open({ status: 'registered' });
    expect(screen.getByText('ثبت شده')).toBeVisible();
    expect(screen.queryByRole('button', { name: `حذف ${spaghetti}` })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'ویرایش توضیحات' })).not.toBeInTheDocument();
    expect(row(spaghetti)).toHaveTextContent('۳ کارتن');
    expect(await menuItems(user)).toEqual(['ویرایش سفارش', 'لغو سفارش']);
    await choose(user, 'ویرایش سفارش', 'ویرایش');
    expect(await text('در حال ویرایش')).toBeVisible();
    expect(more(spaghetti)).toBeEnabled();
    expect(await menuItems(user)).toEqual(['ذخیره سفارش', 'لغو سفارش']);
    expect(service.writes).toEqual([]);
  });

  it('never comes to a cancelled order, which offers nothing', async () => {
    await open({ status: 'cancelled' });
    expect(screen.getByText('لغو شده')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'عملیات سفارش' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: spaghetti })).not.toBeInTheDocument();
  });
});

describe('a quantity', () => {
  it('changes at once and reaches the server with version and key', async () => {
    const { user, service } = await open();
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveTextContent('۴');
    });
    expect(row(spaghetti)).toHaveTextContent('۵٬۰۴۰٬۰۰۰');
    expect(total()).toHaveTextContent('۱۲٬۶۱۹٬۰۴۰');
    expect(await text('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    const [sent] = updates(service);
    expect(sent?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent?.body).toMatchObject({ version: 1, countKol: 16, totalOrder: 12_619_040 });
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(4);
  });

  it('sends changes in quick succession once', async () => {
    const { store, service } = await open();
    act(() => {
      for (const quantity of [4, 5]) {
        store.dispatch(quantityChanged({ orderId: 'o1', typeId: 'P011-2', quantity }));
      }
    });
    expect(figure(spaghetti)).toHaveTextContent('۵');
    await text('بروزرسانی با موفقیت انجام شد.');
    expect(updates(service)).toHaveLength(1);
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(5);
  });

  it('that comes back to what the server has is not sent', async () => {
    const { store, service, user } = await open();
    act(() => {
      for (const quantity of [4, 3]) {
        store.dispatch(quantityChanged({ orderId: 'o1', typeId: 'P011-2', quantity }));
      }
    });
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    await text('ثبت شده');
    expect(updates(service)).toEqual([]);
  });

  it('follows a push under way, on top of its version', async () => {
    const { user, service } = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(
        '*/market/order-update-app2/:orderId',
        async () => {
          await held;
        },
        { once: true },
      ),
    );
    await user.click(more(spaghetti));
    expect(await screen.findByRole('progressbar')).toBeVisible();
    await user.click(more(paste));
    await waitFor(() => {
      expect(figure(paste)).toHaveTextContent('۳');
    });
    release();
    await waitFor(() => {
      expect(service.order().version).toBe(3);
    });
    expect(updates(service).map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
    expect(service.order().products.map(({ lines }) => lines[0]?.quantity)).toEqual([4, 3, 10]);
    expect(figure(spaghetti)).toHaveTextContent('۴');
  });

  it('is not raised when there is no stock', async () => {
    const { user, service } = await open({}, { handlers: [stockIs({ 'P011-2': 0 })] });
    await user.click(more(spaghetti));
    expect(await text('موجودی محصول 0 میباشد.')).toBeVisible();
    expect(figure(spaghetti)).toHaveTextContent('۳');
    expect(within(row(spaghetti)).getByText('ناموجود')).toBeVisible();
    await user.click(less(spaghetti));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveTextContent('۲');
    });
    await waitFor(() => {
      expect(updates(service)).toHaveLength(1);
    });
  });

  it('stays when the stock cannot be asked', async () => {
    const down = http.get('*/market/getMojoody-app2/:typeId', () =>
      HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' }, { status: 503 }),
    );
    const { user, service } = await open({}, { handlers: [down] });
    await user.click(more(spaghetti));
    expect(await text('سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.')).toBeVisible();
    expect(figure(spaghetti)).toHaveTextContent('۳');
    expect(service.writes).toEqual([]);
  });

  it('of 0 asks before the line goes', async () => {
    const { user, service } = await open(oneLine(1));
    await user.click(less(spaghetti));
    const question = await screen.findByRole('alertdialog', { name: 'حذف محصول' });
    await user.click(within(question).getByRole('button', { name: 'انصراف' }));
    expect(figure(spaghetti)).toHaveTextContent('۱');
    await user.click(less(spaghetti));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'حذف' }));
    expect(await text('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
    expect(total()).toHaveTextContent('۰ تومان');
    await waitFor(() => {
      expect(service.order().products).toEqual([]);
    });
    expect(updates(service)[0]?.body).toMatchObject({ products: [], shippingCost: 0, totalOrder: 0 });
  });
});

describe('a row', () => {
  it('goes after a confirmation, and its product with it', async () => {
    const { user, service } = await open();
    await user.click(screen.getByRole('button', { name: `حذف ${paste}` }));
    const question = await screen.findByRole('alertdialog', { name: 'حذف ردیف' });
    expect(question).toHaveTextContent(paste);
    await user.click(within(question).getByRole('button', { name: 'حذف' }));
    await waitFor(() => {
      expect(screen.getAllByRole('article')).toHaveLength(2);
    });
    await waitFor(() => {
      expect(service.order().products.map(({ id }) => id)).toEqual(['P011', 'P032']);
    });
  });
});

describe('a push', () => {
  it('that is stale says what was not taken, and shows the order as it is now', async () => {
    const { user, service } = await open();
    service.changeElsewhere({ products: oneLine(7).products });
    await user.click(more(spaghetti));
    const said = await screen.findAllByText('این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.');
    expect(said.length).toBeGreaterThan(0);
    expect(await text(`«${spaghetti}»: از ۳ به ۴`)).toBeVisible();
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveTextContent('۷');
    });
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'متوجه شدم' }));
    expect(screen.queryByText(`«${spaghetti}»: از ۳ به ۴`)).not.toBeInTheDocument();
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(service.order().products[0]?.lines[0]?.quantity).toBe(8);
    });
  });

  it('whose answer was lost is repeated by the user under the same key, and takes effect once', async () => {
    const { user, service } = await open();
    service.loseNextAnswer();
    await user.click(more(spaghetti));
    await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
    expect(await text('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
    const [first, second] = updates(service);
    expect(second).toEqual(first);
    expect(service.order()).toMatchObject({ version: 2 });
    expect(figure(spaghetti)).toHaveTextContent('۴');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'ارسال دوباره' })).not.toBeInTheDocument();
    });
  });

  it('whose answer was lost goes first when the user changes more', async () => {
    const { user, service } = await open();
    service.loseNextAnswer();
    await user.click(more(spaghetti));
    await screen.findByRole('button', { name: 'ارسال دوباره' });
    await user.click(more(paste));
    await waitFor(() => {
      expect(service.order().version).toBe(3);
    });
    const keys = updates(service).map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(service.order().products.map(({ lines }) => lines[0]?.quantity)).toEqual([4, 3, 10]);
  });

  it('that is given up is forgotten, and the order is read again', async () => {
    const { user } = await open();
    server.use(http.post('*/market/order-update-app2/:orderId', () => HttpResponse.error()));
    await user.click(more(spaghetti));
    await user.click(await screen.findByRole('button', { name: 'کنار گذاشتن تغییر' }));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveTextContent('۳');
    });
    expect(screen.queryByRole('button', { name: 'ارسال دوباره' })).not.toBeInTheDocument();
  });

  it('that has not arrived is asked about before the page is left', async () => {
    const { user, router, at } = await open({}, { before: ['/about'] });
    server.use(http.post('*/market/order-update-app2/:orderId', () => HttpResponse.error()));
    await user.click(more(spaghetti));
    await screen.findByRole('button', { name: 'ارسال دوباره' });
    await act(() => router.navigate(-1));
    const question = await screen.findByRole('alertdialog', { name: 'تغییر ثبت‌نشده' });
    await user.click(within(question).getByRole('button', { name: 'ماندن' }));
    expect(at()).toBe(URL);
    await act(() => router.navigate(-1));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'خروج بدون ثبت' }));
    await waitFor(() => {
      expect(at()).toBe('/about');
    });
  });
});

describe('the seller’s note', () => {
  it('is opened by a pencil, counted, and saved by a check', async () => {
    const { user, service } = await open({ customerNote: 'زنگ بزنید' });
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    const field = screen.getByRole('textbox', { name: 'توضیحات فروشنده' });
    expect(field).toHaveFocus();
    await user.click(field);
    await user.paste('ب'.repeat(301));
    expect(screen.getByText('۳۰۰ از ۳۰۰')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'تماس گرفته شد');
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    expect(await text('ثبت توضیحات با موفقیت انجام شد.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByText('تماس گرفته شد')).toBeVisible();
    expect(service.writes).toMatchObject([
      { call: 'toz', body: { sellerToz: 'تماس گرفته شد', customerToz: 'زنگ بزنید', version: 1 } },
    ]);
  });

  it('stays in the field when it could not be saved, and is not left silently', async () => {
    const { user, service, router } = await open({}, { before: ['/about'] });
    service.refuseNext(422, { sellerToz: 'متن بلند است.', message: 'درست نیست.' });
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    await user.type(screen.getByRole('textbox'), 'مهم');
    await user.click(screen.getByRole('button', { name: 'ثبت توضیحات' }));
    expect(await text('sellerToz: متن بلند است.')).toBeVisible();
    expect(screen.getByText('درست نیست.')).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveValue('مهم');
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('alertdialog', { name: 'تغییر ثبت‌نشده' })).toBeVisible();
  });
});

describe('saving', () => {
  it('asks, registers the order and ends edit mode', async () => {
    const { user, service } = await open();
    const question = await choose(user, 'ذخیره سفارش');
    expect(question).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰ تومان');
    await user.click(within(question).getByRole('button', { name: 'ذخیره' }));
    expect(await text('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
    expect(await text('ثبت شده')).toBeVisible();
    expect(screen.queryByRole('group', { name: spaghetti })).not.toBeInTheDocument();
    expect(service.writes.map(({ call }) => call)).toEqual(['save']);
  });

  it('waits for the change before it', async () => {
    const { user, service } = await open();
    await user.click(more(spaghetti));
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text('ثبت شده')).toBeVisible();
    expect(service.writes.map(({ call }) => call)).toEqual(['update', 'save']);
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(4);
  });

  it('names each line that is short, until it is changed', async () => {
    const { user, service } = await open();
    const short = 'موجودی «اسپاگتی ۱٫۲ ۷۰۰ گرم» کافی نیست: ۲ عدد موجود است.';
    service.refuseNext(409, { 'P011-2': short });
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text(`۷۰۰ گرم: ${short}`)).toBeVisible();
    expect(await within(row(spaghetti)).findByText(short)).toBeVisible();
    expect(within(row(paste)).queryByRole('note')).not.toBeInTheDocument();
    await user.click(less(spaghetti));
    await waitFor(() => {
      expect(within(row(spaghetti)).queryByText(short)).not.toBeInTheDocument();
    });
  });

  it('whose answer was lost is repeated under the same key', async () => {
    const { user, service } = await open();
    service.loseNextAnswer();
    const question = await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await within(question).findByRole('alert')).toHaveTextContent('پاسخ سرور نرسید.');
    await user.click(within(question).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await text('ثبت شده')).toBeVisible();
    const [first, second] = service.writes;
    expect(second).toEqual(first);
    expect(service.order().version).toBe(2);
  });

  it('says why an empty order cannot be saved', async () => {
    const { user, service } = await open({ products: [] });
    service.refuseNext(422, { message: 'سفارش بدون محصول قابل ثبت نیست.' });
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text('سفارش بدون محصول قابل ثبت نیست.')).toBeVisible();
  });
});

it('cancelling asks, is final', async () => {
  const { user, service } = await open({ status: 'registered' });
  const question = await choose(user, 'لغو سفارش');
  await user.click(within(question).getByRole('button', { name: 'انصراف' }));
  expect(service.writes).toEqual([]);
  await choose(user, 'لغو سفارش', 'لغو سفارش');
  expect(await text('لغو با موفقیت انجام شد.')).toBeVisible();
  expect(await text('لغو شده')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'عملیات سفارش' })).not.toBeInTheDocument();
});
