import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { wireGuideOf } from '../../../entities/goods/msw';
import { sellerOfType } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { takingService } from '../msw';

const rice = wireGuideOf('rice', { name: 'برنج', type: 'ده کیلویی' });
const tea = wireGuideOf('tea', { name: 'چای', type: 'نیم کیلویی', lastQuantity: 2, mojoody: 1 });
const older = wireGuideOf('oil', { name: 'روغن', type: 'یک لیتری', lastOrderedS: '1405/07/02 - 09:00', times: 1 });
const guide = [rice, tea, older];

type Service = ReturnType<typeof takingService>;

// Brought here, and not by the test that happens to be the first to need it.
beforeAll(() => import('./ReviewSheet'));

const order = http.get('*/market/fetch-order-joz-app2/:orderId', () => HttpResponse.json({}, { status: 404 }));

async function openPage(service: Service, query = '') {
  const page = renderRoute(`/sefaresh-jadid/c1${query}`, {
    handlers: [sessionIs('valid'), sellerOfType(1), order, ...service.handlers],
  });
  await screen.findByText('هایپر نوبهار · نوبهار');
  return page;
}

/** As a reload of the tab does: the page is gone, what the device keeps is not. */
async function reload(service: Service) {
  cleanup();
  server.resetHandlers();
  return openPage(service);
}

const add = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name: new RegExp(`^افزودن .*${name}`) }));
const bar = () => within(screen.getByRole('region', { name: 'جمع سفارش' }));
async function review(user: UserEvent) {
  await user.click(bar().getByRole('button', { name: 'مرور سفارش' }));
  return within(await screen.findByRole('dialog', { name: 'مرور سفارش' }));
}
const quantities = () =>
  screen.getAllByRole('textbox', { name: /^تعداد/ }).map((field) => (field as HTMLInputElement).value);

describe('taking an order', () => {
  it('begins with what the customer buys, and adds as much as it took last', async () => {
    const { user } = await openPage(takingService(guide));
    const rows = await screen.findAllByRole('article');
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
      'برنج ده کیلویی',
      'چای نیم کیلویی',
      'روغن یک لیتری',
    ]);
    await add(user, 'برنج');
    expect(quantities()).toEqual(['۳']);
    expect(bar().getByText(/۳۰۰٬۰۰۰/)).toBeVisible();
    expect(bar().getByText('۱ قلم، ۳ بسته')).toBeVisible();
  });

  it('repeats the last order as a whole, and takes that back', async () => {
    const { user } = await openPage(takingService(guide));
    await user.click(await screen.findByRole('button', { name: 'تکرار آخرین سفارش (۲ قلم)' }));
    expect(quantities()).toEqual(['۳', '۲']);
    await user.click(await screen.findByRole('button', { name: 'بازگرداندن' }));
    expect(bar().getByText('۰ قلم، ۰ بسته')).toBeVisible();
  });

  it('searches the catalogue from the guide, with what is known of the customer', async () => {
    const { user } = await openPage(takingService([wireGuideOf('salt', { lastQuantity: 7 })]));
    await user.type(screen.getByRole('searchbox', { name: 'جستجوی محصول' }), 'نمك');
    await add(user, 'نمک');
    expect(quantities()).toEqual(['۷']);
    expect(bar().getByText('۱ قلم، ۷ بسته')).toBeVisible();
    await user.clear(screen.getByRole('searchbox', { name: 'جستجوی محصول' }));
    await user.type(screen.getByRole('searchbox', { name: 'جستجوی محصول' }), 'پنیر');
    expect(await screen.findByText('محصولی با این مشخصات یافت نشد')).toBeVisible();
  });

  it('shows the whole catalogue of a customer that has bought nothing', async () => {
    await openPage(takingService());
    expect(await screen.findByRole('article', { name: 'نمک یک کیلویی' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'همه' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('places and saves in one press, and leads to the order in the place of this page', async () => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    await user.type(sheet.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'پیش از ظهر');
    expect(await sheet.findByText(/۶۷۷٬۰۰۰/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'ثبت سفارش' }));
    // Before the order's page has anything to say.
    await screen.findByText('سفارش ثبت شد.');
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.received.map(({ call, body }) => [call, body])).toEqual([
      [
        'place',
        {
          customerId: 'c1',
          products: [{ options: [{ typeId: 'rice', quantity: 3 }] }],
          sellerToz: 'پیش از ظهر',
        },
      ],
      ['save', { version: 1 }],
    ]);
    // The next order begins empty.
    expect(Object.keys(localStorage).filter((name) => name.startsWith('pishkhan.order/'))).toEqual([]);
  });

  it('keeps the order open where that was pressed', async () => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    await user.click((await review(user)).getByRole('button', { name: 'ایجاد سفارش باز' }));
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.received.map(({ call }) => call)).toEqual(['place']);
  });

  it('leads to the open order when it could not be saved, and says why', async () => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    const refuse = http.post('*/market/order-save-app2/:orderId', () =>
      HttpResponse.json({ rice: 'موجودی «برنج ده کیلویی» کافی نیست: ۱ عدد موجود است.' }, { status: 409 }),
    );
    server.use(refuse);
    await user.click(sheet.getByRole('button', { name: 'ثبت سفارش' }));
    await screen.findByText('موجودی «برنج ده کیلویی» کافی نیست: ۱ عدد موجود است.');
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.placed()).toBe(1);
  });
});

describe('what keeps an order from being placed', () => {
  it('is a minimum, of which the bar says what is missing', async () => {
    const { user } = await openPage(takingService(guide, { amount: 500_000, packages: 4 }));
    await add(user, 'برنج');
    expect(await bar().findByText('۲۰۰٬۰۰۰ تومان تا حداقل مبلغ سفارش')).toBeVisible();
    expect(bar().getByText('۱ بسته تا حداقل خرید')).toBeVisible();
    const sheet = await review(user);
    const button = sheet.getByRole('button', { name: 'ثبت سفارش' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('سفارش به حداقل فروشگاه نرسیده است.');
  });

  it('is stock, but only from being saved: as much as there is takes one press', async () => {
    const { user } = await openPage(takingService(guide));
    await add(user, 'چای');
    const sheet = await review(user);
    expect(sheet.getByRole('button', { name: 'ثبت سفارش' })).toHaveAttribute('aria-disabled', 'true');
    expect(sheet.getByRole('button', { name: 'ایجاد سفارش باز' })).not.toHaveAttribute('aria-disabled');
    await user.click(sheet.getByRole('button', { name: 'همان ۱ تا' }));
    expect(sheet.getByRole('textbox', { name: /^تعداد/ })).toHaveValue('۱');
    expect(sheet.getByRole('button', { name: 'ثبت سفارش' })).not.toHaveAttribute('aria-disabled');
  });

  it('is a store that is off: it is said before the first line, and the draft stays', async () => {
    const service = takingService(guide);
    service.switchOff();
    const { user } = await openPage(service);
    expect(await screen.findByText('فروشگاه غیرفعال است.')).toBeVisible();
    await add(user, 'برنج');
    const sheet = await review(user);
    expect(sheet.getByRole('button', { name: 'ایجاد سفارش باز' })).toHaveAttribute('aria-disabled', 'true');
    await reload(service);
    await screen.findByText('فروشگاه غیرفعال است.');
    expect(quantities()).toEqual(['۳']);
  });

  it('is said at the line that it is about, and nothing that was chosen is lost', async () => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    service.refuseNext(422, { rice: 'این محصول قابل سفارش نیست.' });
    await user.click(sheet.getByRole('button', { name: 'ایجاد سفارش باز' }));
    const line = within(await sheet.findByRole('listitem', { name: 'برنج ده کیلویی' }));
    expect(await line.findByText('این محصول قابل سفارش نیست.')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'ایجاد سفارش باز' }));
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.placed()).toBe(1);
  });
});

describe('a lost answer', () => {
  it.each([1, 2])('is one order when it is sent again, also after a reload (%i lost)', async (count) => {
    const service = takingService(guide);
    const { user } = await openPage(service);
    await add(user, 'برنج');
    service.loseNext(count);
    const sheet = await review(user);
    await user.click(sheet.getByRole('button', { name: 'ثبت سفارش' }));
    const again = await sheet.findByRole('button', { name: 'ارسال دوباره' });
    // What may be on its way is not changed.
    expect(sheet.getByRole('textbox', { name: 'توضیحات فروشنده' })).toBeDisabled();
    if (count === 2) {
      const { at } = await reload(service);
      await user.click(within(await screen.findByRole('region', { name: 'جمع سفارش' })).getByRole('button'));
      await user.click(await screen.findByRole('button', { name: 'ارسال دوباره' }));
      await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    } else {
      await user.click(again);
      await screen.findByText('سفارش ثبت شد.');
    }
    expect(service.placed()).toBe(1);
    const keys = service.received.filter(({ call }) => call === 'place').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['a hotel’s page', () => HttpResponse.html('<!doctype html><title>Wi-Fi</title>')],
    ['a proxy’s refusal', () => HttpResponse.html('<!doctype html><title>403</title>', { status: 403 })],
    ['a body that came too slowly', () => HttpResponse.json({ message: 'کند است.' }, { status: 408 })],
    ['an answer that cannot be read', () => HttpResponse.json({ message: 'سفارش با موفقیت ایجاد شد.' })],
  ])('is no refusal: %s in its place leaves one order', async (_what, answer) => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    let given = false;
    // The server has placed the order; what arrives is something else.
    server.use(
      http.post('*/market/order-place-app2', async ({ request }) => {
        if (given) return undefined;
        given = true;
        await fetch('/market/order-place-app2', {
          method: 'POST',
          headers: request.headers,
          body: await request.text(),
        });
        return answer();
      }),
    );
    await user.click(sheet.getByRole('button', { name: 'ایجاد سفارش باز' }));
    await user.click(await sheet.findByRole('button', { name: 'ارسال دوباره' }));
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.placed()).toBe(1);
  });

  it('of the save is sent again under its own key', async () => {
    const service = takingService(guide);
    const { user } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    let lost = true;
    server.use(
      http.post('*/market/order-save-app2/:orderId', () => {
        if (!lost) return undefined;
        lost = false;
        return HttpResponse.error();
      }),
    );
    await user.click(sheet.getByRole('button', { name: 'ثبت سفارش' }));
    await user.click(await sheet.findByRole('button', { name: 'ارسال دوباره' }));
    expect(await screen.findByText('سفارش ثبت شد.')).toBeVisible();
    expect(service.received.map(({ call }) => call)).toEqual(['place', 'save']);
  });

  it('is sent once however often the button is pressed', async () => {
    const service = takingService(guide);
    const { user, at } = await openPage(service);
    await add(user, 'برنج');
    const sheet = await review(user);
    await user.dblClick(sheet.getByRole('button', { name: 'ایجاد سفارش باز' }));
    await waitFor(() => expect(at()).toBe('/sefaresh-moshtari/c1/o1'));
    expect(service.received.map(({ call }) => call)).toEqual(['place']);
  });
});

describe('what is chosen', () => {
  it('stays on the device for the same user and customer alone', async () => {
    const service = takingService(guide);
    const { user } = await openPage(service);
    await add(user, 'برنج');
    expect(Object.keys(localStorage)).toContain('pishkhan.order/demo1/c1');
    await reload(service);
    expect(await screen.findAllByRole('textbox', { name: /^تعداد/ })).toHaveLength(1);
    cleanup();
    server.resetHandlers();
    const other = http.get('*/user/validate-token-app2', () =>
      HttpResponse.json({ user: { username: 'demo2', firstName: '', lastName: '' }, roles: ['seller'] }),
    );
    renderRoute('/sefaresh-jadid/c1', { handlers: [other, sellerOfType(1), ...service.handlers] });
    await screen.findByText('هایپر نوبهار · نوبهار');
    expect(bar().getByText('۰ قلم، ۰ بسته')).toBeVisible();
  });

  it('is dropped when another version of the client has written it', async () => {
    localStorage.setItem('pishkhan.order/demo1/c1', '{"lines":[{"typeId":7}]}');
    await openPage(takingService(guide));
    expect(bar().getByText('۰ قلم، ۰ بسته')).toBeVisible();
  });

  it('goes by today’s prices and stock', async () => {
    const { user } = await openPage(takingService(guide));
    await add(user, 'برنج');
    cleanup();
    server.resetHandlers();
    await openPage(takingService([{ ...rice, initialPrice: 150_000, mojoody: 2 }]));
    expect(await bar().findByText(/۴۵۰٬۰۰۰/)).toBeVisible();
    expect(within(screen.getByRole('article', { name: 'برنج ده کیلویی' })).getByText(/موجودی ۲/)).toBeVisible();
  });

  it('follows what another tab makes of it', async () => {
    const { user } = await openPage(takingService(guide));
    await add(user, 'برنج');
    localStorage.removeItem('pishkhan.order/demo1/c1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'pishkhan.order/demo1/c1' }));
    expect(await bar().findByText('۰ قلم، ۰ بسته')).toBeVisible();
  });
});
