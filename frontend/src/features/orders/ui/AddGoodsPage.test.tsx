import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsAre, wireGuideOf } from '../../../entities/goods/msw';
import type { Order } from '../../../entities/order/types';
import { stockIs } from '../../../entities/product/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import {
  figure,
  less,
  oneLine,
  openPage,
  PAGE_URL,
  press,
  quantities,
  type Service,
  spaghetti,
  text,
  updates,
} from '../fixtures/orderPage';
import { orderService, PRICE_OF_THE_DAY } from '../msw';

const ADD_URL = `${PAGE_URL}/afzoodan`;
const rice = wireGuideOf('rice', {
  name: 'برنج',
  type: 'ده کیلویی',
  initialPrice: PRICE_OF_THE_DAY,
  initialPrice2: 2_400_000,
});
const known = wireGuideOf('P011-2', { name: 'اسپاگتی ۱٫۲', type: '۷۰۰ گرم', lastQuantity: 5 });
const oil = wireGuideOf('oil', { name: 'روغن', type: 'یک لیتری', mojoody: 0 });

// Brought here, and not by the test that happens to be the first to need it.
beforeAll(() => import('../routes/add-goods.route'));

interface Options {
  readonly start?: Partial<Order>;
  readonly service?: Service;
  readonly stock?: Readonly<Record<string, number>>;
}

async function openPicker({ start = {}, service = orderService(start), stock = {} }: Options = {}) {
  const page = renderRoute(ADD_URL, {
    handlers: [
      sessionIs('valid'),
      sellerOfType(1),
      stockIs(stock),
      ...goodsAre([known, rice, oil]),
      ...service.handlers,
    ],
  });
  await screen.findByText('هایپر نوبهار · نوبهار');
  await screen.findByRole('region', { name: 'مبلغ کل سفارش' });
  return { ...page, service };
}

const add = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name: new RegExp(`^افزودن .*${name}`) }));
const bar = () => within(screen.getByRole('region', { name: 'مبلغ کل سفارش' }));

describe('adding goods to an order', () => {
  it('begins with what the customer buys, what is in the order with its quantity', async () => {
    await openPicker();
    const rows = await screen.findAllByRole('article');
    expect(rows.map((one) => one.getAttribute('aria-label'))).toEqual([spaghetti, 'برنج ده کیلویی', 'روغن یک لیتری']);
    expect(figure(spaghetti)).toHaveValue('۳');
    expect(bar().getByText('۳ قلم، ۱۵ بسته')).toBeVisible();
  });

  it('asks for the stock, adds as much as the customer took last, and can be taken back', async () => {
    const { user, service } = await openPicker();
    await add(user, 'برنج');
    expect(figure('برنج ده کیلویی')).toHaveValue('۳');
    expect(await text('«برنج ده کیلویی»: ۰ ← ۳')).toBeVisible();
    expect(quantities(service)).toEqual([[3], [2], [10], [3]]);
    const [sent] = updates(service);
    expect(sent?.body).toMatchObject({ version: 1, countKol: 18 });
    // At the price of today, whatever was displayed.
    expect(JSON.stringify(sent?.body)).not.toContain(`"typeId":"rice","quantity":3,"initialPrice"`);
    expect(bar().getByText('۴ قلم، ۱۸ بسته')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    await waitFor(() => expect(quantities(service)).toEqual([[3], [2], [10]]));
    expect(screen.getByRole('button', { name: 'افزودن ۳ از برنج ده کیلویی' })).toBeVisible();
  });

  it('finds any product, and takes one of it', async () => {
    const { user, service } = await openPicker();
    await user.type(screen.getByRole('searchbox', { name: 'جستجوی محصول' }), 'نمك');
    await add(user, 'نمک');
    await waitFor(() => expect(quantities(service)).toEqual([[3], [2], [10], [1]]));
    expect(await text(/نمک یک کیلویی» با قیمت امروز آمد: ۲٬۰۰۰٬۰۰۰ تومان به جای ۹۶۰٬۰۰۰/)).toBeVisible();
  });

  it('refuses what has run out, and sends nothing', async () => {
    const { user, service } = await openPicker({ stock: { oil: 0 } });
    await add(user, 'روغن');
    expect(await text('موجودی محصول 0 میباشد.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'افزودن ۳ از روغن یک لیتری' })).toBeVisible();
    // And does not remember it: the next one is alone.
    await add(user, 'برنج');
    await waitFor(() => expect(quantities(service)).toEqual([[3], [2], [10], [3]]));
    expect(updates(service)).toHaveLength(1);
  });

  it('asks before a line goes, as the order does', async () => {
    const { user, service } = await openPicker({ start: oneLine(1) });
    press(less(spaghetti));
    const question = await screen.findByRole('alertdialog', { name: 'حذف محصول' });
    await user.click(within(question).getByRole('button', { name: 'حذف' }));
    await waitFor(() => expect(quantities(service)).toEqual([]));
    expect(bar().getByText('۰ قلم، ۰ بسته')).toBeVisible();
  });

  it('says here what the server refuses', async () => {
    const { user, service } = await openPicker();
    service.refuseNext(422, { rice: 'این کالا فروخته نمی‌شود.' });
    await add(user, 'برنج');
    const notice = (await text(/^این تغییرها ثبت نشدند/)).closest('[role="alert"]');
    expect(notice).toHaveTextContent('این کالا فروخته نمی‌شود.');
    expect(notice).toHaveTextContent('«برنج ده کیلویی»: از ۰ به ۳');
    expect(screen.getByRole('button', { name: 'افزودن ۳ از برنج ده کیلویی' })).toBeVisible();
  });

  it('asks which version stays when somebody else has changed the order', async () => {
    const { user, service } = await openPicker();
    service.changeElsewhere({ products: oneLine(9).products });
    await add(user, 'برنج');
    const question = await screen.findByRole('alertdialog', { name: 'این سفارش در جای دیگری تغییر کرده است' });
    await user.click(within(question).getByRole('button', { name: 'اعمال تغییرهای من روی آن' }));
    await waitFor(() => expect(quantities(service)).toEqual([[9], [3]]));
    expect(figure(spaghetti)).toHaveValue('۹');
  });

  it('is read only while the order is not open for editing', async () => {
    await openPicker({ start: { status: 'registered', revision: 1 } });
    expect(await text(/برای ویرایش باز نیست/)).toBeVisible();
    expect(screen.getByRole('button', { name: /افزودن .*برنج/ })).toBeDisabled();
  });

  it('finds everything in the catalogue when the customer is gone', async () => {
    const gone = http.get('*/market/order-guide-app2/:customerId', () =>
      HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 }),
    );
    renderRoute(ADD_URL, {
      handlers: [gone, sessionIs('valid'), sellerOfType(1), stockIs(), ...goodsAre([]), ...orderService().handlers],
    });
    expect(await screen.findByRole('article', { name: 'نمک یک کیلویی' })).toBeVisible();
  });
});

describe('an order', () => {
  it('without lines lives on: it leads to new ones', async () => {
    const { user, service } = await openPage({ products: [] }, { handlers: goodsAre([rice]) });
    await user.click(screen.getByRole('link', { name: 'افزودن محصول' }));
    await add(user, 'برنج');
    await waitFor(() => expect(quantities(service)).toEqual([[3]]));
    await user.click(bar().getByRole('link', { name: 'بازگشت به سفارش' }));
    expect(await screen.findByRole('listitem', { name: 'برنج ده کیلویی' })).toBeVisible();
  });

  it('takes a typed note along, without a question', async () => {
    const { user, service } = await openPage({}, { handlers: goodsAre([rice]) });
    await user.click(screen.getByRole('button', { name: 'ویرایش توضیحات' }));
    await user.type(screen.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'صبح بیاید');
    await user.click(screen.getByRole('link', { name: 'افزودن محصول' }));
    await add(user, 'برنج');
    expect(screen.queryByRole('alertdialog', { name: 'تغییر ثبت‌نشده' })).not.toBeInTheDocument();
    await user.click(bar().getByRole('link', { name: 'بازگشت به سفارش' }));
    expect(await screen.findByRole('textbox', { name: 'توضیحات فروشنده' })).toHaveValue('صبح بیاید');
    // What was pressed a moment ago is there, and arrives once.
    expect(figure('برنج ده کیلویی')).toHaveValue('۳');
    await waitFor(() => expect(quantities(service)).toEqual([[3], [2], [10], [3]]));
    expect(updates(service)).toHaveLength(1);
    expect(screen.queryByRole('alertdialog', { name: 'تغییر ثبت‌نشده' })).not.toBeInTheDocument();
  });

  it('sends what had no answer there again as its own page opens, and gets the line once', async () => {
    const { user, service } = await openPage({}, { handlers: goodsAre([rice]) });
    await user.click(screen.getByRole('link', { name: 'افزودن محصول' }));
    service.loseNextAnswer();
    await add(user, 'برنج');
    expect(await text(/آخرین تغییر شما هنوز تأیید نشده است/)).toBeVisible();
    await user.click(bar().getByRole('link', { name: 'بازگشت به سفارش' }));
    await waitFor(() => expect(updates(service)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/هنوز تأیید نشده است/)).not.toBeInTheDocument());
    expect(quantities(service)).toEqual([[3], [2], [10], [3]]);
    const [first, second] = updates(service);
    expect(second).toEqual(first);
    expect(figure('برنج ده کیلویی')).toHaveValue('۳');
  });
});
