import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { stockIs, typeDetailIs } from '../../../entities/product/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import {
  choose,
  figure,
  less,
  menuItems,
  more,
  oneLine,
  openPage,
  PAGE_URL,
  paste,
  press,
  row,
  spaghetti,
  text,
  total,
  updates,
} from '../fixtures/orderPage';
import { orderService } from '../msw';

describe('an order', () => {
  it('shows its products, lines and what it comes to', async () => {
    await openPage({ customerNote: 'صبح‌ها تحویل بدهید', sellerNote: '' });
    expect(screen.getByRole('heading', { name: 'سفارش مشتری' })).toBeVisible();
    expect(screen.getByText('۱۴۰۵-۰۸-۰۰۰۱۲۳')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(row(spaghetti)).toHaveTextContent('۱٬۲۶۰٬۰۰۰ تومان');
    expect(row(spaghetti)).toHaveTextContent('۳٬۷۸۰٬۰۰۰ تومان');
    expect(total()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰ تومان');
    const summary = screen.getByRole('region', { name: 'خلاصه سفارش' });
    for (const value of ['۱۵', '۱۱٬۵۶۸٬۰۰۰', '۹٬۹۹۶٬۰۰۰', '۱٬۵۷۲٬۰۰۰', '۱۳٫۵۸۹۲\u200f٪', '۸۹۹٬۶۴۰', '۳۵۰٬۰۰۰']) {
      expect(summary).toHaveTextContent(value);
    }
    expect(screen.getByText('صبح‌ها تحویل بدهید')).toBeVisible();
    expect(screen.getByText('هنوز توضیحی ننوشته‌اید.')).toBeVisible();
  });

  it('leads back to the customer’s orders and closes to home', async () => {
    await openPage();
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/joz-sefaresh/c1');
    expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/home');
  });

  it('says when it has no product, and ships nothing', async () => {
    await openPage({ products: [], shipping: 350_000 });
    expect(screen.getByText('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
    expect(total()).toHaveTextContent('۰ تومان');
  });

  it('shows the lines and then the message of a failed read, and tries again', async () => {
    const service = orderService();
    const failing = http.get('*/market/fetch-order-joz-app2/:orderId', () =>
      HttpResponse.json({ order: 'ناشناس', message: 'موردی یافت نشد.' }, { status: 404 }),
    );
    const { user } = renderRoute(PAGE_URL, { handlers: [sessionIs('valid'), sellerOfType(1), failing] });
    const block = await screen.findByRole('alert');
    expect(within(block).getByText('order: ناشناس')).toBeVisible();
    expect(within(block).getByText('موردی یافت نشد.')).toBeVisible();
    server.use(...service.handlers);
    await user.click(within(block).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await screen.findByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  });

  it('tells about a type in a sheet that Back closes', async () => {
    const { user, router } = await openPage({}, { handlers: [typeDetailIs({ toz: '', brand: 'زرخوشه' })] });
    await user.click(screen.getByRole('button', { name: `اطلاعات ${spaghetti}` }));
    const sheet = await screen.findByRole('dialog', { name: 'اسپاگتی ۱٫۲' });
    expect(await within(sheet).findByText('زرخوشه')).toBeVisible();
    expect(within(sheet).getByText('برای این نوع محصول توضیح وجود ندارد')).toBeVisible();
    expect(await within(sheet).findByText('موجودی ۹۹')).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(router.state.location.pathname).toBe(PAGE_URL);
  });
});

describe('edit mode', () => {
  const always = ['چاپ سفارش', 'تاریخچه سفارش'];

  it('is on for an open order, which can be saved and cancelled', async () => {
    const { user } = await openPage({ status: 'open' });
    expect(screen.getByText('در حال ویرایش')).toBeVisible();
    expect(more(spaghetti)).toBeEnabled();
    expect(await menuItems(user)).toEqual([...always, 'لغو سفارش']);
  });

  it('comes to a registered order by a confirmation, and other devices see it', async () => {
    const { user, service } = await openPage({ status: 'registered', revision: 1 });
    expect(screen.getByText('ثبت شده')).toBeVisible();
    expect(screen.queryByRole('button', { name: `حذف ${spaghetti}` })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'ویرایش توضیحات' })).not.toBeInTheDocument();
    expect(row(spaghetti)).toHaveTextContent('۳ کارتن');
    expect(await menuItems(user)).toEqual(['ویرایش سفارش', ...always, 'لغو سفارش']);
    await choose(user, 'ویرایش سفارش', 'انصراف');
    expect(service.writes).toEqual([]);
    await choose(user, 'ویرایش سفارش', 'ویرایش');
    expect(await text('سفارش برای ویرایش باز شد.')).toBeVisible();
    expect(await text('باز شده برای ویرایش')).toBeVisible();
    expect(more(spaghetti)).toBeEnabled();
    expect(await menuItems(user)).toEqual([...always, 'بازگشت به نسخه ثبت‌شده', 'لغو سفارش']);
    expect(service.writes).toMatchObject([{ call: 'reopen', body: { version: 1 } }]);
    expect(service.order()).toMatchObject({ status: 'open', reopened: true });
  });

  it('never comes to a cancelled order, which can be printed and looked up', async () => {
    const { user } = await openPage({ status: 'cancelled' });
    expect(screen.getByText('لغو شده')).toBeVisible();
    expect(screen.queryByRole('group', { name: spaghetti })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'ویرایش توضیحات' })).not.toBeInTheDocument();
    expect(await menuItems(user)).toEqual(always);
  });
});

describe('a quantity', () => {
  it('changes at once and reaches the server with version and key', async () => {
    const { user, service } = await openPage();
    await user.click(more(spaghetti));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveValue('۴');
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
    const { service } = await openPage();
    press(more(spaghetti), more(spaghetti));
    expect(figure(spaghetti)).toHaveValue('۵');
    await text('بروزرسانی با موفقیت انجام شد.');
    expect(updates(service)).toHaveLength(1);
    expect(service.order().products[0]?.lines[0]?.quantity).toBe(5);
  });

  it('that comes back to what the server has is not sent', async () => {
    const { service, user } = await openPage();
    press(more(spaghetti), less(spaghetti));
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    await text('ثبت شده');
    expect(updates(service)).toEqual([]);
  });

  it('follows a push under way, on top of its version', async () => {
    const { user, service } = await openPage();
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
      expect(figure(paste)).toHaveValue('۳');
    });
    release();
    await waitFor(() => {
      expect(service.order().version).toBe(3);
    });
    expect(updates(service).map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
    expect(service.order().products.map(({ lines }) => lines[0]?.quantity)).toEqual([4, 3, 10]);
    expect(figure(spaghetti)).toHaveValue('۴');
  });

  it('is not raised when there is no stock', async () => {
    const { user, service } = await openPage({}, { handlers: [stockIs({ 'P011-2': 0 })] });
    await user.click(more(spaghetti));
    expect(await text('موجودی محصول 0 میباشد.')).toBeVisible();
    expect(figure(spaghetti)).toHaveValue('۳');
    expect(within(row(spaghetti)).getByText('ناموجود')).toBeVisible();
    await user.click(less(spaghetti));
    await waitFor(() => {
      expect(figure(spaghetti)).toHaveValue('۲');
    });
    await waitFor(() => {
      expect(updates(service)).toHaveLength(1);
    });
  });

  it('stays when the stock cannot be asked', async () => {
    const down = http.get('*/market/getMojoody-app2/:typeId', () =>
      HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' }, { status: 503 }),
    );
    const { user, service } = await openPage({}, { handlers: [down] });
    await user.click(more(spaghetti));
    expect(await text('سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.')).toBeVisible();
    expect(figure(spaghetti)).toHaveValue('۳');
    expect(service.writes).toEqual([]);
  });

  it('of 0 asks before the line goes', async () => {
    const { user, service } = await openPage(oneLine(1));
    await user.click(less(spaghetti));
    const question = await screen.findByRole('alertdialog', { name: 'حذف محصول' });
    await user.click(within(question).getByRole('button', { name: 'انصراف' }));
    expect(figure(spaghetti)).toHaveValue('۱');
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
  it('is deleted after its quantity for the keyboard, and stepped by its arrow keys', async () => {
    const { user } = await openPage();
    await user.click(figure(spaghetti));
    await user.keyboard('{ArrowUp}');
    expect(figure(spaghetti)).toHaveValue('۴');
    const names = [];
    for (let step = 0; step < 2; step += 1) {
      await user.tab();
      names.push(document.activeElement?.getAttribute('aria-label'));
    }
    expect(names).toEqual([`افزایش ${spaghetti}`, `حذف ${spaghetti}`]);
  });

  it('goes after a confirmation, and its product with it', async () => {
    const { user, service } = await openPage();
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
