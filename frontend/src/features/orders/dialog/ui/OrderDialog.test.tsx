import { screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { FullOrder } from '../../../../entities/order/sheet';
import { stockIs } from '../../../../entities/product/msw';
import { sellerOfType } from '../../../../entities/seller/msw';
import { operatorSession, sessionIs } from '../../../../entities/session/msw';
import type { WireHistoryReply } from '../../../../shared/api/wire/orders.gen';
import { QUESTION } from '../../../../testing/question';
import { renderRoute } from '../../../../testing/renderRoute';
import { orderListService } from '../../../order-lists/msw';
import { changeOf } from '../../fixtures/changeOf';
import { fullOrderService } from '../msw';

const DESK = '/find-order';
const STALE = /در جای دیگری تغییر کرده/;

/** The dialog above the operator's page, opened by a step forward. */
async function openDialog(
  start: Partial<FullOrder> = {},
  prepare?: (service: ReturnType<typeof fullOrderService>) => void,
) {
  const service = fullOrderService(start);
  prepare?.(service);
  const page = renderRoute(`${DESK}?order=o1`, { handlers: [operatorSession(), ...service.handlers], before: [DESK] });
  const dialog = within(await screen.findByRole('dialog', { name: 'سفارش' }));
  return { ...page, service, dialog };
}

/** The dialog above the customer's orders: the stock is asked. */
async function openAsSeller(start: Partial<FullOrder>, around: readonly HttpHandler[]) {
  const service = fullOrderService(start);
  const handlers = [...around, sessionIs('valid'), sellerOfType(1), ...orderListService([]).handlers];
  const page = renderRoute('/joz-sefaresh/c1?order=o1', { handlers: [...handlers, ...service.handlers] });
  const dialog = within(await screen.findByRole('dialog', { name: 'سفارش' }));
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  return { ...page, service, dialog };
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

/** What was registered last: of each line so many. */
const registered = (lines: Readonly<Record<string, number>>) =>
  http.get('*/market/order-history-app2/:orderId', () =>
    HttpResponse.json<WireHistoryReply>({
      revisions: [
        {
          ...{ revision: 1, atS: '', by: '', totalOrder: 0 },
          lines: Object.entries(lines).map(([typeId, quantity]) => ({
            ...{ typeId, quantity, name: '', type: '', package: '', initialPrice: 0, price: 0 },
          })),
        },
      ],
      events: [],
      truncated: false,
    }),
  );

const chip = (dialog: Opened['dialog'], name: string) => dialog.getByRole('button', { name });
const answer = async ({ user }: Opened, name: string): Promise<HTMLElement> => {
  const question = await screen.findByRole('alertdialog', QUESTION);
  await user.click(within(question).getByRole('button', { name }));
  return question;
};
/** Only when the question has gone is the dialog below there again for readers. */
const answerAndWait = async (opened: Opened, name: string): Promise<void> => {
  const question = await answer(opened, name);
  await waitFor(() => expect(question).not.toBeInTheDocument());
};
const choose = async ({ user, dialog }: Opened, item: string) => {
  await user.click(dialog.getByRole('button', { name: 'عملیات سفارش' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

async function editPrice(opened: Opened, price: string) {
  const { user, dialog } = opened;
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  await user.click(chip(dialog, 'ویرایش قیمت و توضیحات'));
  const field = dialog.getByRole('textbox', { name: /قیمت واحد اسپاگتی/ });
  await user.clear(field);
  await user.type(field, price);
}

it('says which order it is, whose, and what it comes to', async () => {
  const { dialog, user } = await openDialog();
  expect(await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳')).toBeVisible();
  expect(dialog.getByText('سفارش باز')).toBeVisible();
  expect(dialog.getByRole('link', { name: /تماس/ })).toHaveAttribute('href', 'tel:09120000011');
  expect(within(dialog.getByRole('region', { name: 'جمع و عملیات سفارش' })).getByText(/۱۱٬۲۴۵٬۶۴۰/)).toBeVisible();
  expect(dialog.queryByText('خیابان یک، پلاک ۱۲')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'مشخصات بیشتر' }));
  expect(dialog.getByText('خیابان یک، پلاک ۱۲')).toBeVisible();
  expect(dialog.getByText('پیش از آمدن زنگ بزنید.')).toBeVisible();
});

it('sends prices, shipping, paper bill and note in one write', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await editPrice(opened, '1000000');
  const shipping = dialog.getByRole('textbox', { name: 'هزینه ارسال' });
  await user.clear(shipping);
  expect(dialog.getByText(/هزینه ارسال را وارد کنید/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'ثبت تغییرات' })).toHaveAttribute('aria-disabled', 'true');
  await user.type(shipping, '۲۰۰۰۰۰');
  await user.type(dialog.getByRole('textbox', { name: 'مبلغ فاکتور کاغذی' }), '9500000');
  await user.type(dialog.getByRole('textbox', { name: 'توضیحات فروشنده' }), 'تخفیف داده شد');
  expect(service.writes).toEqual([]);
  await user.dblClick(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  expect(await screen.findByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
  expect(service.writes).toHaveLength(1);
  expect(service.writes[0]?.key).not.toBe('');
  expect(service.writes[0]?.body).toEqual({
    products: [
      { options: [{ typeId: 'P011-2', quantity: 3, initialPrice: 1_000_000 }] },
      { options: [{ typeId: 'P016-2', quantity: 2 }] },
      { options: [{ typeId: 'P032-2', quantity: 10 }] },
    ],
    totalPurchase: 9_216_000,
    countKol: 15,
    tax: 829_440,
    shippingCost: 200_000,
    totalOrder: 10_245_440,
    PaperBill: 9_500_000,
    sellerToz: 'تخفیف داده شد',
    version: 7,
  });
  expect(await dialog.findByText('تخفیف داده شد')).toBeVisible();
  // (3,000,000 + 2,736,000 + 3,480,000) × 1.09 + 200,000
  expect(dialog.getAllByText(/۱۰٬۲۴۵٬۴۴۰/).length).toBeGreaterThan(0);
  expect(dialog.queryByRole('button', { name: 'ثبت تغییرات' })).not.toBeInTheDocument();
});

it('edits rows without asking for the stock, and asks before a row goes', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  await user.click(chip(dialog, 'ویرایش ردیف‌ها'));
  await user.click(dialog.getByRole('button', { name: /^افزایش اسپاگتی/ }));
  expect(dialog.getByText('تعداد پیش از تغییر: ۳')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^حذف رب/ }));
  await answerAndWait(opened, 'انصراف');
  expect(dialog.getByRole('button', { name: /^حذف رب/ })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^حذف رب/ }));
  await answerAndWait(opened, 'حذف');
  expect(dialog.queryByRole('button', { name: /^حذف رب/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
  expect(dialog.getByRole('button', { name: /^حذف رب/ })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^حذف رب/ }));
  await answerAndWait(opened, 'حذف');
  expect(dialog.getByText('۲ تغییر ثبت‌نشده')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  await screen.findByText('بروزرسانی با موفقیت انجام شد.');
  expect(service.order()?.products.map(({ id, lines }) => [id, lines[0]?.quantity])).toEqual([
    ['P011', 4],
    ['P032', 10],
  ]);
});

it('loses no row when the stock answers in another order than it was asked', async () => {
  let release = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slowStock = http.get('*/market/getMojoody-app2/P011-2', async () => {
    await asked;
    return HttpResponse.json({ product: [{ mojoody: 9 }] });
  });
  const { user, service, dialog } = await openAsSeller({}, [slowStock, stockIs()]);
  await user.click(chip(dialog, 'ویرایش ردیف‌ها'));
  await user.click(dialog.getByRole('button', { name: /^افزایش اسپاگتی/ }));
  await user.click(dialog.getByRole('button', { name: /^افزایش رب/ }));
  expect(await dialog.findByText('تعداد پیش از تغییر: ۲')).toBeVisible();
  release();
  expect(await dialog.findByText('تعداد پیش از تغییر: ۳')).toBeVisible();
  expect(dialog.getByText('۲ تغییر ثبت‌نشده')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  await screen.findByText('بروزرسانی با موفقیت انجام شد.');
  expect(service.order()?.products.map(({ lines }) => lines[0]?.quantity)).toEqual([4, 3, 10]);
});

it('tells what somebody else has changed, keeps the own changes, and sends them on top', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await editPrice(opened, '1000000');
  service.changeElsewhere(() => ({ shipping: 100_000, sellerNote: 'از جای دیگر' }));
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  expect(await screen.findByText(/صفحه را بازخوانی کنید/)).toBeVisible();
  const told = (await dialog.findByText(STALE)).closest<HTMLElement>('[role="note"]')!;
  expect(changeOf(told, 'هزینه ارسال')).toEqual({ 'پیش از این': '۳۵۰٬۰۰۰ تومان', 'تغییر دیگر': '۱۰۰٬۰۰۰ تومان' });
  expect(changeOf(told, 'توضیحات فروشنده')).toEqual({ 'پیش از این': 'بدون متن', 'تغییر دیگر': 'از جای دیگر' });
  expect(dialog.getByRole('button', { name: 'ثبت تغییرات' })).toHaveAttribute('aria-disabled', 'true');
  // Neither by the way of the menu: saving would send the changes first.
  await user.click(dialog.getByRole('button', { name: 'عملیات سفارش' }));
  expect(await screen.findByRole('menuitem', { name: /^ذخیره سفارش/ })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'متوجه شدم' }));
  expect(dialog.queryByText(STALE)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  expect(await screen.findByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
  expect(service.order()).toMatchObject({ shipping: 100_000, sellerNote: 'از جای دیگر', version: 9 });
  expect(service.order()?.products[0]?.lines[0]?.buyPrice).toBe(1_000_000);
});

it('decides nothing before what somebody else has changed was seen', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  service.changeElsewhere(() => ({ paperBill: 9_000_000 }));
  await choose(opened, 'لغو سفارش');
  await answerAndWait(opened, 'لغو سفارش');
  const told = (await dialog.findByText(STALE)).closest<HTMLElement>('[role="note"]')!;
  expect(changeOf(told, 'مبلغ فاکتور کاغذی')).toEqual({ 'پیش از این': 'نوشته نشده', 'تغییر دیگر': '۹٬۰۰۰٬۰۰۰ تومان' });
  expect(told).toHaveTextContent('پس از دیدن تغییرها دوباره تصمیم بگیرید');
  expect(service.order()?.status).toBe('open');
  await user.click(within(told).getByRole('button', { name: 'متوجه شدم' }));
  expect(dialog.queryByText(STALE)).not.toBeInTheDocument();
  await choose(opened, 'لغو سفارش');
  await answerAndWait(opened, 'لغو سفارش');
  expect(await dialog.findByText('لغو شده')).toBeVisible();
});

it('asks again with the same key when the answer was lost', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await editPrice(opened, '1000000');
  service.loseNextAnswer();
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  await user.click(await dialog.findByRole('button', { name: 'ارسال دوباره' }));
  expect(await screen.findByText('بروزرسانی با موفقیت انجام شد.')).toBeVisible();
  expect(service.writes.map(({ key }) => key)).toEqual([service.writes[0]?.key, service.writes[0]?.key]);
  expect(service.order()?.version).toBe(8);
});

it('keeps what was typed when the server refuses it', async () => {
  const opened = await openDialog();
  const { user, dialog, service } = opened;
  await editPrice(opened, '1000000');
  service.refuseNext(409, { message: 'موجودی محصول 0 میباشد.' });
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  expect(await dialog.findByText(/تغییرهای شما ثبت نشد/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /قیمت واحد اسپاگتی/ })).toHaveValue('۱٬۰۰۰٬۰۰۰');
  expect(dialog.getByRole('button', { name: 'ثبت تغییرات' })).toBeEnabled();
});

it('asks before it is closed with changes that were not sent', async () => {
  const opened = await openDialog();
  const { user, dialog, router } = opened;
  await editPrice(opened, '1000000');
  await user.click(dialog.getByRole('button', { name: 'بستن' }));
  await answerAndWait(opened, 'ماندن');
  expect(dialog.getByRole('textbox', { name: /قیمت واحد اسپاگتی/ })).toHaveValue('۱٬۰۰۰٬۰۰۰');
  await user.click(dialog.getByRole('button', { name: 'بستن' }));
  await answerAndWait(opened, 'بستن بدون ثبت');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(router.state.location.search).toBe('');
});

it('saves with the changes that wait', async () => {
  const opened = await openDialog();
  const { dialog, service } = opened;
  await editPrice(opened, '1000000');
  await choose(opened, 'ذخیره سفارش');
  expect(await screen.findByText(/پیش از ذخیره فرستاده می‌شوند/)).toBeVisible();
  await answerAndWait(opened, 'ذخیره');
  expect(await screen.findByText('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
  expect(await dialog.findByText('ثبت شده')).toBeVisible();
  expect(service.writes.map(({ call, body }) => [call, (body as { version: number }).version])).toEqual([
    ['update', 7],
    ['save', 8],
  ]);
});

it('says which goods are short when an order cannot be saved', async () => {
  const opened = await openDialog();
  const { dialog, service } = opened;
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  service.refuseNext(409, { 'P011-2': 'موجودی «اسپاگتی» کافی نیست: ۱ عدد موجود است.' });
  await choose(opened, 'ذخیره سفارش');
  await answerAndWait(opened, 'ذخیره');
  expect(await dialog.findByText('موجودی «اسپاگتی» کافی نیست: ۱ عدد موجود است.')).toBeVisible();
});

it('opens a registered order after a question, and deletes only what is not registered', async () => {
  const opened = await openDialog({ status: 'registered', revision: 2 });
  const { user, dialog } = opened;
  expect(await dialog.findByText('نسخه ۲')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'عملیات سفارش' }));
  expect(await screen.findByRole('menuitem', { name: 'حذف سفارش (پس از لغو)' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('menuitem', { name: 'ذخیره سفارش' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(chip(dialog, 'ویرایش ردیف‌ها'));
  await answerAndWait(opened, 'ویرایش');
  await user.click(dialog.getByRole('button', { name: /^کاهش نوشابه/ }));
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  expect(await dialog.findByText('دوباره باز شده')).toBeVisible();
});

it('cancels, then deletes, and is gone', async () => {
  const opened = await openDialog();
  const { dialog, service, router, at } = opened;
  await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳');
  await choose(opened, 'لغو سفارش');
  await answerAndWait(opened, 'لغو سفارش');
  expect(await dialog.findByText('لغو شده')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'ویرایش ردیف‌ها' })).not.toBeInTheDocument();
  service.loseNextAnswer();
  await choose(opened, 'حذف سفارش');
  await answer(opened, 'حذف سفارش');
  expect(await screen.findByText(/کار دو بار انجام نمی‌شود/)).toBeVisible();
  await answerAndWait(opened, 'تلاش دوباره');
  expect(await screen.findByText('حذف با موفقیت انجام شد.')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect([at(), router.state.location.search]).toEqual([DESK, '']);
  expect(service.order()).toBeNull();
});

it('says that an order without lines is empty', async () => {
  const { dialog } = await openDialog({ products: [] });
  expect(await dialog.findByText('هیچ محصولی در این سفارش وجود ندارد.')).toBeVisible();
});

it('says why the order could not be read, and tries again', async () => {
  const { dialog, user } = await openDialog({}, (service) => {
    service.refuseNext(503, { message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' });
  });
  await dialog.findByText('سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.');
  await user.click(dialog.getByRole('button', { name: 'تلاش دوباره' }));
  expect(await dialog.findByText('۱۴۰۵-۰۸-۰۰۰۱۲۳')).toBeVisible();
});

it('closes by Back, and by Escape', async () => {
  const { user, router } = await openDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  await router.navigate(`${DESK}?order=o1`);
  expect(await screen.findByRole('dialog', { name: 'سفارش' })).toBeVisible();
  await router.navigate(-1);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(router.state.location.pathname).toBe(DESK);
});

it('names each applied tier, and leaves the figures to the server while something is changed', async () => {
  const tier = { typeId: 'P011-2', title: 'تخفیف حجمی: 10 تا 20 بسته در سفارش', percent: 5, amount: 189_000 };
  const opened = await openDialog({ discounts: [tier] });
  const { dialog, user, service } = opened;
  const totals = within(await dialog.findByRole('region', { name: 'جمع سفارش' }));
  expect(totals.getByText('جمع خرید پیش از تخفیف').nextElementSibling).toHaveTextContent('۹٬۹۹۶٬۰۰۰');
  expect(totals.getByText(/^تخفیف حجمی.*اسپاگتی/).nextElementSibling).toHaveTextContent('−۱۸۹٬۰۰۰');
  expect(totals.getByText('جمع خرید').nextElementSibling).toHaveTextContent('۹٬۸۰۷٬۰۰۰');
  expect(dialog.getByRole('listitem', { name: /اسپاگتی/ })).toHaveTextContent(/تخفیف حجمی.*−۱۸۹٬۰۰۰/);
  await editPrice(opened, '1000000');
  expect(totals.getByText('پس از ثبت تغییرات دوباره حساب می‌شود')).toBeVisible();
  expect(totals.getByText('جمع خرید').nextElementSibling).toHaveTextContent('۹٬۸۰۷٬۰۰۰');
  await user.click(dialog.getByRole('button', { name: 'ثبت تغییرات' }));
  await waitFor(() => expect(service.writes).toHaveLength(1));
  await waitFor(() => expect(totals.getByText('جمع خرید').nextElementSibling).toHaveTextContent('۹٬۰۲۷٬۰۰۰'));
  expect(totals.queryByText('پس از ثبت تغییرات دوباره حساب می‌شود')).not.toBeInTheDocument();
});

it('says nothing of discounts when there are none', async () => {
  const { dialog } = await openDialog();
  expect(await dialog.findByRole('region', { name: 'جمع سفارش' })).not.toHaveTextContent('تخفیف');
});

it.each([
  ['what was registered of a reopened order', { status: 'open', reopened: true }, '۲ عدد بیش از موجودی'],
  ['all that stands in a registered one', { status: 'registered' }, '۱ عدد بیش از موجودی'],
  ['nothing of a new one', { status: 'open' }, '۴ عدد بیش از موجودی'],
] as const)('counts as held by the order %s', async (_, start, missing) => {
  // The order has 3 of them.
  const around = [stockIs({ 'P011-2': 1 }), registered({ 'P011-2': 2 })];
  const opened = await openAsSeller(start, around);
  const { user, dialog } = opened;
  await user.click(chip(dialog, 'ویرایش ردیف‌ها'));
  if (start.status === 'registered') await answerAndWait(opened, 'ویرایش');
  await user.click(dialog.getByRole('button', { name: /^افزایش اسپاگتی/ }));
  await user.click(dialog.getByRole('button', { name: /^افزایش اسپاگتی/ }));
  expect(await dialog.findByText(missing)).toBeVisible();
});
