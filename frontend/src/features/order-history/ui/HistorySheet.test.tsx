import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { operatorSession } from '../../../entities/session/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { compareRevisions, pick } from '../model/compareRevisions';
import { historyIs, wireHistory } from '../msw';
// Loads the lazy code first: on a busy machine the first test would time out while waiting for it.
import '../../find-order/routes/find-order.route';
import './HistorySheet';

async function openHistory(answer = historyIs()) {
  const { user } = renderRoute('/find-order?history=o1', { handlers: [operatorSession(), answer] });
  return { user, sheet: within(await screen.findByRole('dialog', { name: 'تاریخچه سفارش' })) };
}

describe('the history of an order', () => {
  it('tells who did what and when, in words, newest first', async () => {
    const { sheet } = await openHistory();
    const list = await sheet.findByRole('list', { name: 'رویدادها' });
    const [first, second, third, last] = within(list)
      .getAllByRole('listitem')
      .filter((one) => one.parentElement === list);
    expect(first).toHaveTextContent('سفارش ثبت شد');
    expect(first).toHaveTextContent('۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰');
    expect(first).toHaveTextContent('به دست سارا کریمی');
    const rows = within(second!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'وضعیت: ثبت شده ← باز',
      'اسپاگتی ۷۰۰ گرم: ۳ ← ۵قیمت واحد اسپاگتی ۷۰۰ گرم: ۱٬۰۰۰٬۰۰۰ ← ۹۰۰٬۰۰۰',
      'رب ۷۰۰ گرم: حذف شد (۲)',
      'نوشابه ۷۰۰ گرم: افزوده شد (۱)',
      'مبلغ فاکتور کاغذی: هیچ ← ۵٬۰۰۰٬۰۰۰',
      'توضیحات فروشنده: «تخفیف داده شد»',
      'مبلغ کل: ۵٬۶۰۰٬۰۰۰ ← ۵٬۰۰۰٬۰۰۰',
    ]);
    expect(third).toHaveTextContent('سفارش داده شد');
    expect(last).toHaveTextContent('سفارش تغییر کرد');
  });

  it('compares two revisions', async () => {
    const { user, sheet } = await openHistory();
    await user.click(await sheet.findByRole('button', { name: 'نسخه‌های ثبت‌شده' }));
    expect(sheet.getByText('برای مقایسه، دو نسخه را انتخاب کنید.')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'انتخاب نسخه ۲' }));
    await user.click(sheet.getByRole('button', { name: 'انتخاب نسخه ۱' }));
    const compared = within(sheet.getByRole('region', { name: 'از نسخه ۱ تا نسخه ۲' }));
    expect(compared.getByText('نوشابه ۷۰۰ گرم: ۱ کارتن')).toBeVisible();
    expect(compared.getByText('رب ۷۰۰ گرم: ۲ کارتن')).toBeVisible();
    expect(compared.getByText('اسپاگتی ۷۰۰ گرم: ۳ ← ۵')).toBeVisible();
    expect(compared.getByText('قیمت واحد اسپاگتی ۷۰۰ گرم: ۱٬۰۰۰٬۰۰۰ ← ۹۰۰٬۰۰۰')).toBeVisible();
    expect(compared.getByText('کاهش مبلغ کل')).toBeVisible();
    expect(compared.getByText(/۶۰۰٬۰۰۰/)).toBeVisible();
  });

  it('says what is missing, and what is left out', async () => {
    const { user, sheet } = await openHistory(
      historyIs({ ...wireHistory, events: [], revisions: [], truncated: true }),
    );
    expect(await sheet.findByText('هنوز رویدادی برای این سفارش نوشته نشده است.')).toBeVisible();
    expect(sheet.getByText(/تازه‌ترین بخش آن نمایش داده شده است/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'نسخه‌های ثبت‌شده' }));
    expect(sheet.getByText('این سفارش هنوز ثبت نشده است.')).toBeVisible();
  });

  it('says a failure in its place, and tries again', async () => {
    const { user, sheet } = await openHistory(
      http.get('*/market/order-history-app2/:orderId', () =>
        HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 }),
      ),
    );
    await sheet.findByText('موردی یافت نشد.');
    server.use(historyIs());
    await user.click(sheet.getByRole('button', { name: 'تلاش دوباره' }));
    expect(await sheet.findByText('سفارش ثبت شد')).toBeVisible();
  });
});

it('lets go of the first pick for a third one', () => {
  expect(pick(pick(pick([], 1), 2), 3)).toEqual([2, 3]);
  expect(pick([2, 3], 2)).toEqual([3]);
});

it('finds no difference between a revision and itself', () => {
  const revision = { number: 1, at: '', by: '', total: 5, lines: [] };
  expect(compareRevisions(revision, revision)).toEqual({ added: [], removed: [], changed: [], total: 0 });
});
