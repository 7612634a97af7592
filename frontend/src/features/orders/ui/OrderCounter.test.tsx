import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { workedOrder } from '../../../entities/order/fixtures/worked';
import { withStocks } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';
import { stockIs } from '../../../entities/product/msw';
import { server } from '../../../testing/server';
import {
  choose,
  figure,
  less,
  openPage,
  paste,
  quantities,
  row,
  spaghetti,
  text,
  type User,
} from '../fixtures/orderPage';
import { orderService } from '../msw';

const cola = 'نوشابه کولا خانواده ۱٫۵ لیتر';
const PLENTY = { 'P011-2': 99, 'P016-2': 99, 'P032-2': 99 };
/** As the server reads it: there is plenty of each line, but for these. */
const stocked = (stocks: Readonly<Record<string, number>> = {}): Partial<Order> =>
  withStocks(workedOrder, { ...PLENTY, ...stocks });

describe('the head of the page', () => {
  it('says whose order it is and when, and calls the customer', async () => {
    await openPage();
    const head = screen.getByRole('region', { name: 'مشتری و زمان‌های سفارش' });
    expect(head).toHaveTextContent('رضا احمدی · سوپرمارکت بهار');
    expect(head).toHaveTextContent('ثبت: ۱۴۰۵/۰۸/۳۰ · ۱۲:۰۰');
    expect(head).toHaveTextContent('تحویل: ۱۴۰۵/۰۹/۰۲');
    expect(within(head).getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', 'tel:09120000011');
  });

  it('calls the landline where there is no mobile, and offers nothing without a number', async () => {
    const nobody = { customer: { name: '', shopName: '', mobile: '', landline: '02155660000' }, createdAt: '' };
    await openPage({ head: { ...nobody, deliveryDate: '' } });
    expect(screen.getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', 'tel:02155660000');
    expect(screen.getByText('بدون تاریخ تحویل')).toBeVisible();
    cleanup();
    await openPage({ head: { ...nobody, customer: { ...nobody.customer, landline: '' }, deliveryDate: '' } });
    expect(screen.queryByRole('link', { name: /^تماس با/ })).not.toBeInTheDocument();
  });
});

describe('the stock of the lines', () => {
  it('is there when an open order opens, without a question for each line', async () => {
    let asked = 0;
    const counting = http.get('*/market/getMojoody-app2/:typeId', () => {
      asked += 1;
      return HttpResponse.json({ product: [{ mojoody: 99 }] });
    });
    await openPage(stocked({ 'P011-2': 5, 'P016-2': 0, 'P032-2': 10 }), { handlers: [counting] });
    expect(within(row(spaghetti)).getByText('موجودی ۵')).toBeVisible();
    expect(within(row(paste)).getByText('ناموجود')).toBeVisible();
    expect(within(row(paste)).getByText('۲ عدد بیش از موجودی')).toBeVisible();
    expect(within(row(cola)).queryByText(/بیش از موجودی/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'کمبود موجودی: ۱' })).toBeVisible();
    expect(asked).toBe(0);
  });

  it('is not displayed of an order that is registered', async () => {
    await openPage({ ...stocked({ 'P016-2': 0 }), status: 'registered', revision: 1 });
    expect(screen.queryByText('ناموجود')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^کمبود/ })).not.toBeInTheDocument();
  });
});

const question = () => screen.getByRole('alertdialog', { name: 'ذخیره سفارش' });
const yes = () => within(question()).getByRole('button', { name: 'ذخیره' });
const answers = async (user: User, name: string) => user.click(within(question()).getByRole('button', { name }));
const saved = (service: ReturnType<typeof orderService>) => service.writes.filter(({ call }) => call === 'save');

describe('the question before an order is saved', () => {
  it('looks at the stock again, and offers as much as there is, or without the line', async () => {
    const { user, service } = await openPage(stocked());
    service.stockIs({ 'P011-2': 1, 'P016-2': 0 });
    await choose(user, 'ذخیره سفارش');
    const short = await within(question()).findByRole('alert');
    expect(short).toHaveTextContent('سفارش ۳، موجودی ۱');
    expect(short).toHaveTextContent('سفارش ۲، موجودی ۰');
    expect(yes()).toHaveAttribute('aria-disabled', 'true');
    expect(yes()).toHaveAccessibleDescription('ابتدا اقلامی را که موجودی ندارند اصلاح کنید.');
    // What is not there cannot be taken.
    expect(within(short).queryByRole('button', { name: `«${paste}»: به اندازه موجودی (۰)` })).not.toBeInTheDocument();
    await answers(user, `«${spaghetti}»: به اندازه موجودی (۱)`);
    await answers(user, `«${paste}»: حذف این قلم`);
    await waitFor(() => expect(within(question()).queryByRole('alert')).not.toBeInTheDocument());
    expect(yes()).not.toHaveAttribute('aria-disabled');
    await user.click(yes());
    expect(await text('ثبت شده')).toBeVisible();
    expect(quantities(service)).toEqual([[1], [10]]);
    expect(saved(service)).toHaveLength(1);
  });

  it('corrects all of them by one press', async () => {
    const { user, service } = await openPage(stocked({ 'P011-2': 1, 'P016-2': 0 }));
    await choose(user, 'ذخیره سفارش');
    await user.click(await within(question()).findByRole('button', { name: 'همه به اندازه موجودی؛ حذف ناموجودها' }));
    await user.click(yes());
    expect(await text('ثبت شده')).toBeVisible();
    expect(quantities(service)).toEqual([[1], [10]]);
  });

  it('keeps the keyboard while lines are put right', async () => {
    const { user, service } = await openPage(stocked({ 'P011-2': 1, 'P016-2': 0 }));
    await choose(user, 'ذخیره سفارش');
    const take = await within(question()).findByRole('button', { name: `«${spaghetti}»: به اندازه موجودی (۱)` });
    take.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(take).not.toBeInTheDocument());
    expect(question()).toContainElement(document.activeElement as HTMLElement);
    await user.tab();
    expect(within(question()).getByRole('button', { name: `«${paste}»: حذف این قلم` })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(within(question()).queryByRole('alert')).not.toBeInTheDocument());
    // Past «no», on «yes».
    await user.tab();
    await user.tab();
    expect(yes()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await text('ثبت شده')).toBeVisible();
    expect(quantities(service)).toEqual([[1], [10]]);
  });

  it('cannot be answered by yes when nothing is left', async () => {
    const { user } = await openPage(stocked({ 'P011-2': 0, 'P016-2': 0, 'P032-2': 0 }));
    await choose(user, 'ذخیره سفارش');
    await user.click(await within(question()).findByRole('button', { name: 'همه به اندازه موجودی؛ حذف ناموجودها' }));
    await waitFor(() => expect(yes()).toHaveAccessibleDescription('سفارش بدون محصول قابل ثبت نیست.'));
  });

  it('stays with the lines that the server found short, and without a message over it', async () => {
    const { user, service } = await openPage(stocked());
    await choose(user, 'ذخیره سفارش');
    await waitFor(() => expect(within(question()).queryByText('در حال دیدن موجودی…')).not.toBeInTheDocument());
    // Somebody else was quicker.
    service.stockIs({ 'P032-2': 4 });
    service.refuseNext(409, { 'P032-2': `موجودی «${cola}» کافی نیست: ۴ عدد موجود است.` });
    await user.click(yes());
    expect(await within(question()).findByText('سفارش ۱۰، موجودی ۴')).toBeVisible();
    expect(screen.queryByText(/^P032-2|سفارش .* کافی نیست/)).not.toBeInTheDocument();
    await answers(user, `«${cola}»: به اندازه موجودی (۴)`);
    await user.click(yes());
    expect(await text('ثبت شده')).toBeVisible();
    expect(quantities(service)).toEqual([[3], [2], [4]]);
    expect(saved(service)).toHaveLength(2);
  });

  it('can be answered when the stock cannot be read: the server decides', async () => {
    const { user, service } = await openPage(stocked({ 'P011-2': 1 }));
    server.use(
      http.get('*/market/fetch-order-joz-app2/:orderId', () => HttpResponse.json({}, { status: 503 }), { once: true }),
    );
    await choose(user, 'ذخیره سفارش');
    expect(within(question()).getByText('سفارش ۳، موجودی ۱')).toBeVisible();
    await waitFor(() => expect(yes()).not.toHaveAttribute('aria-disabled'));
    await user.click(yes());
    expect(await text('ثبت شده')).toBeVisible();
    expect(saved(service)).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('gives the focus to the menu once the order is registered', async () => {
    const { user } = await openPage(stocked());
    await choose(user, 'ذخیره سفارش', 'ذخیره');
    expect(await text('ثبت شده')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'ذخیره سفارش' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'عملیات سفارش' })).toHaveFocus());
  });
});

/** Twelve products of one type each. */
const many: Partial<Order> = {
  products: Array.from({ length: 12 }, (_, index) => ({
    ...workedOrder.products[0]!,
    id: `P${index}`,
    name: index === 7 ? 'كيك يزدي' : `کالای ${index}`,
    lines: [{ ...workedOrder.products[0]!.lines[0]!, typeId: `T${index}`, stock: index === 3 ? 1 : 99 }],
  })),
};

describe('a long order', () => {
  const search = () => screen.findByRole('searchbox', { name: 'جستجو در اقلام سفارش' });

  it('has a search, in any spelling', async () => {
    const { user } = await openPage(many);
    await user.type(await search(), 'کیک یزدی');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('article')).toHaveTextContent('كيك يزدي');
    expect(screen.getByText('۱ قلم از ۱۲')).toHaveAttribute('role', 'status');
    await user.type(await search(), 'xyz');
    expect(await text('قلمی با این جستجو در سفارش نیست.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'نمایش همه اقلام' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  });

  it('shows the lines that are short, and keeps them while they are put right', async () => {
    const { user, service } = await openPage(many, { handlers: [stockIs()] });
    await user.click(screen.getByRole('button', { name: 'کمبود موجودی: ۱' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('article')).toHaveTextContent('کالای ۳');
    // The first digit is enough for a stock of one; the second one counts, too.
    service.stockIs({ T3: 20 });
    await user.clear(figure('کالای ۳ ۷۰۰ گرم'));
    await user.type(figure('کالای ۳ ۷۰۰ گرم'), '12{Enter}');
    expect(figure('کالای ۳ ۷۰۰ گرم')).toHaveValue('۱۲');
    await user.click(screen.getByRole('button', { name: /^کمبود موجودی/ }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  });

  it('has none where all is seen at once', async () => {
    await openPage();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});

describe('a reopened order', () => {
  const reopened = { status: 'open', reopened: true, revision: 1 } as const;

  it('marks what has changed since it was registered', async () => {
    const service = orderService({ ...stocked(), ...reopened });
    const [first, , third] = service.order().products;
    const fresh = {
      ...workedOrder.products[1]!,
      id: 'P099',
      name: 'چای',
      lines: [{ ...workedOrder.products[1]!.lines[0]!, typeId: 'P099-1' }],
    };
    service.changeElsewhere({
      products: [
        { ...first!, lines: first!.lines.map((line) => ({ ...line, quantity: 5 })) },
        { ...third!, lines: third!.lines.map((line) => ({ ...line, buyPrice: 350_000 })) },
        fresh,
      ],
    });
    const { user } = await openPage({}, { service, handlers: [stockIs()] });
    expect(await within(row(spaghetti)).findByText('تعداد پیش از تغییر: ۳')).toBeVisible();
    expect(within(row(cola)).getByText('قیمت پیش از تغییر: ۳۴۸٬۰۰۰')).toBeVisible();
    expect(within(row('چای ۸۰۰ گرم')).getByText('تازه افزوده شده')).toBeVisible();
    expect(screen.getByText(`«${paste}»: ۲ عدد`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تغییرکرده: ۲' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    await user.click(less(spaghetti));
    await user.click(less(spaghetti));
    expect(screen.queryByText('تعداد پیش از تغییر: ۳')).not.toBeInTheDocument();
    // It stays where it is until the next choice.
    expect(figure(spaghetti)).toHaveValue('۳');
    expect(screen.getByRole('button', { name: 'تغییرکرده: ۱' })).toBeVisible();
  });

  it('marks nothing of an order that was never registered', async () => {
    await openPage(stocked());
    expect(screen.queryByText(/پیش از تغییر|تازه افزوده شده|برداشته شده/)).not.toBeInTheDocument();
  });
});
