import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { stockIs, typeDetailIs } from '../entities/product/msw';
import { childIs, sellerBindIs, sellerOfType, sellerSummaryIs } from '../entities/seller/msw';
import { demoUser, sessionIs } from '../entities/session/msw';
import { invoiceService } from '../features/invoice/msw';
import { orderListService } from '../features/order-lists/msw';
import { fullOrderService } from '../features/orders/dialog/msw';
import { PRODUCT, productService } from '../features/product-editor/msw';
import { settingsService } from '../features/settings/msw';
import { paths } from '../shared/navigation/paths';
import { renderRoute } from '../testing/renderRoute';
import { server } from '../testing/server';

vi.setConfig({ testTimeout: 60_000 });

type Page = ReturnType<typeof renderRoute>;

const around = [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs(), stockIs(), typeDetailIs()];
const orders = orderListService([]).handlers;
const late = { timeout: 15_000 };

async function logIn({ user }: Page, username: string) {
  const session = { user: { ...demoUser, username }, roles: ['seller'] };
  server.use(
    http.get('*/user/validate-token-app2', () => HttpResponse.json(session)),
    http.post('*/auth/login-app2', () => {
      document.cookie = 'token=handle-2; Path=/';
      return HttpResponse.json({ message: 'خوش آمدید', ...session });
    }),
  );
  await user.type(await screen.findByLabelText('شماره تلفن همراه', undefined, late), '09120000001');
  await user.type(screen.getByLabelText('رمز عبور'), 'secret-word');
  await user.click(screen.getByRole('button', { name: 'ورود' }));
}

const inDialog = async () => within(await screen.findByRole('dialog', { name: 'سفارش' }, late));
const noteOf = async () => (await inDialog()).findByRole('textbox', { name: 'توضیحات فروشنده' }, late);
const limits = async () => within(await screen.findByRole('form', { name: 'تنظیمات سفارش' }, late));
const typeForm = async () => within(await screen.findByRole('form', { name: 'ویرایش ۴۵۰ گرم' }, late));
const invoiceNote = async () => screen.findByRole('textbox', { name: 'توضیحات فروشنده' }, late);
const typed = '123456';

const rooms = [
  {
    room: 'an order’s dialog',
    url: '/joz-sefaresh/c1?order=o1',
    call: 'market/order-update-cp/:id',
    handlers: () => [...orders, ...fullOrderService().handlers],
    edit: async ({ user }: Page) => {
      const dialog = await inDialog();
      await user.click(await dialog.findByRole('button', { name: 'ویرایش قیمت و توضیحات' }, late));
      await user.type(await noteOf(), typed);
      await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
    },
    back: async () => {
      const dialog = await inDialog();
      const chip = await dialog.findByRole('button', { name: 'ویرایش قیمت و توضیحات' }, late);
      if (chip.getAttribute('aria-pressed') !== 'true') act(() => chip.click());
      expect((await noteOf()).textContent).toContain(typed);
    },
  },
  {
    room: 'a section of the settings',
    url: paths.settings.href(),
    call: 'seller/edit-HaddagalKharidErsalSefaresh-app2',
    handlers: () => settingsService().handlers,
    edit: async ({ user }: Page) => {
      // Once the section has been read, which the page does not wait for.
      const pencil = { selector: 'button:not([aria-disabled])' };
      await user.click(await screen.findByLabelText('ویرایش تنظیمات سفارش', pencil, late));
      const field = (await limits()).getByLabelText('هزینه ارسال');
      await user.clear(field);
      await user.type(field, typed);
      await user.click(screen.getByRole('button', { name: 'ذخیره' }));
    },
    back: async () => expect((await limits()).getByLabelText('هزینه ارسال')).toHaveValue('۱۲۳٬۴۵۶'),
  },
  {
    room: 'a type of a product',
    url: paths.product.href(PRODUCT),
    call: 'market/edit-productType-app2',
    handlers: () => [childIs(false), ...productService().handlers],
    edit: async ({ user }: Page) => {
      await user.click(await screen.findByRole('button', { name: 'ویرایش ۴۵۰ گرم' }, late));
      const form = await typeForm();
      await user.clear(form.getByLabelText('قیمت فروش (تومان)'));
      await user.type(form.getByLabelText('قیمت فروش (تومان)'), typed);
      await user.click(screen.getByRole('button', { name: 'ذخیره تغییرات' }));
    },
    back: async () => expect((await typeForm()).getByLabelText('قیمت فروش (تومان)')).toHaveValue('۱۲۳٬۴۵۶'),
  },
  {
    room: 'an invoice',
    url: '/joz-sefaresh/c1?invoice=o1',
    call: 'market/order-update-cp/:id',
    handlers: () => [...orders, ...invoiceService().handlers],
    edit: async ({ user }: Page) => {
      await user.click(await screen.findByRole('button', { name: 'ویرایش' }, late));
      await user.type(await invoiceNote(), typed);
      await user.click(screen.getByRole('button', { name: 'دیدن برگه' }));
      await user.click(screen.getByRole('button', { name: 'ذخیره تغییرات' }));
    },
    back: async () => expect(await screen.findAllByText(/123456/, undefined, late)).not.toEqual([]),
  },
] as const;

/** Something is typed, and the server no longer knows the session when it is sent. */
async function loseSessionIn({ url, call, handlers, edit }: (typeof rooms)[number]): Promise<Page> {
  const calls = [...around, ...handlers()];
  const page = renderRoute(url, { handlers: calls, before: [paths.home.href()] });
  await waitFor(() => expect(page.router.state.navigation.state).toBe('idle'), late);
  server.use(http.all(`*/${call}`, () => HttpResponse.json({ message: 'نشست' }, { status: 401 })));
  await edit(page);
  await waitFor(() => expect(page.at()).toBe(paths.logIn.href()), late);
  server.resetHandlers();
  server.use(...calls);
  return page;
}

it.each(rooms)('brings back what was typed into $room when the same user has logged in again', async (room) => {
  const page = await loseSessionIn(room);
  await logIn(page, demoUser.username);
  await room.back();
});

it.each(rooms)('keeps nothing of $room for another user', async (room) => {
  const page = await loseSessionIn(room);
  await logIn(page, 'demo2');
  await waitFor(() => expect(page.at()).toBe(paths.home.href()), late);
  expect(Object.keys(sessionStorage)).toEqual(['pishkhan.user']);
});
