import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { stockIs } from '../../../entities/product/msw';
import {
  figure,
  less,
  more,
  openPage,
  paste,
  press,
  quantities,
  row,
  spaghetti,
  text,
  updates,
} from '../fixtures/orderPage';

const UPDATED = 'بروزرسانی با موفقیت انجام شد.';

/** A stock that answers when it is told to, and how often it was asked. */
function slowStock(stock: number) {
  let answer = (): void => undefined;
  let asked = 0;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const handler = http.get('*/market/getMojoody-app2/P011-2', async () => {
    asked += 1;
    await held;
    return HttpResponse.json({ product: [{ mojoody: stock }] });
  });
  return { handler, answer: () => answer(), asked: () => asked };
}

describe('a quantity above the stock', () => {
  it('is amber with what is missing, typed in one go, and no success', async () => {
    const { user, service } = await openPage({}, { handlers: [stockIs({ 'P011-2': 5 })] });
    await user.click(figure(spaghetti));
    await user.keyboard('40{Enter}');
    expect(figure(spaghetti)).toHaveValue('۴۰');
    expect(await within(row(spaghetti)).findByText('۳۵ عدد بیش از موجودی')).toBeVisible();
    expect(within(row(spaghetti)).getByText('موجودی ۵').closest('[data-tone]')).toHaveAttribute('data-tone', 'warning');
    expect(await text(`«${spaghetti}»: ۳۵ عدد بیش از موجودی است.`)).toBeVisible();
    expect(screen.queryByText(UPDATED)).not.toBeInTheDocument();
    await waitFor(() => expect(quantities(service)).toEqual([[40], [2], [10]]));
    expect(updates(service).length).toBeLessThanOrEqual(2);
  });

  it('is amber when it was pressed, and green again below it', async () => {
    const { user } = await openPage({}, { handlers: [stockIs({ 'P011-2': 3 })] });
    await user.click(more(spaghetti));
    expect(await within(row(spaghetti)).findByText('۱ عدد بیش از موجودی')).toBeVisible();
    await user.click(less(spaghetti));
    await waitFor(() => expect(within(row(spaghetti)).queryByText(/بیش از موجودی/)).not.toBeInTheDocument());
    expect(within(row(spaghetti)).getByText('موجودی ۳')).toBeVisible();
  });

  it('counts what a reopened order has kept for it', async () => {
    const start = { status: 'open', reopened: true, revision: 1 } as const;
    const { user } = await openPage(start, { handlers: [stockIs({ 'P011-2': 1 })] });
    await user.click(more(spaghetti));
    expect(await within(row(spaghetti)).findByText('موجودی ۴')).toBeVisible();
    expect(within(row(spaghetti)).queryByText(/بیش از موجودی/)).not.toBeInTheDocument();
    await user.click(more(spaghetti));
    expect(await within(row(spaghetti)).findByText('۱ عدد بیش از موجودی')).toBeVisible();
  });
});

describe('presses while the stock is being asked for', () => {
  it('are all kept, and share one question and one write', async () => {
    const stock = slowStock(99);
    const { service } = await openPage({}, { handlers: [stock.handler] });
    press(more(spaghetti), more(spaghetti), more(spaghetti));
    expect(figure(spaghetti)).toHaveValue('۶');
    stock.answer();
    await waitFor(() => expect(quantities(service)).toEqual([[6], [2], [10]]));
    expect(stock.asked()).toBe(1);
    expect(updates(service)).toHaveLength(1);
  });

  it('go back together when there is none', async () => {
    const stock = slowStock(0);
    const { service } = await openPage({}, { handlers: [stock.handler] });
    press(more(spaghetti), more(spaghetti));
    expect(figure(spaghetti)).toHaveValue('۵');
    stock.answer();
    expect(await text('موجودی محصول 0 میباشد.')).toBeVisible();
    expect(figure(spaghetti)).toHaveValue('۳');
    expect(service.writes).toEqual([]);
  });
});

it('leaving right after a press asks nothing, and the change arrives', async () => {
  const stock = slowStock(99);
  const { service, router, at } = await openPage({}, { before: ['/about'], handlers: [stock.handler] });
  press(more(spaghetti));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(at()).toBe('/about'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  stock.answer();
  await waitFor(() => expect(quantities(service)).toEqual([[4], [2], [10]]));
  // Nothing is left to be offered to who comes back.
  await waitFor(() => expect(Object.keys(window.sessionStorage).filter((key) => key.includes('o1'))).toEqual([]));
});

describe('the toast of a change', () => {
  it('takes it back', async () => {
    const { user, service } = await openPage();
    press(more(spaghetti));
    expect(await text(`«${spaghetti}»: ۳ ← ۴`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    await waitFor(() => expect(quantities(service)).toEqual([[3], [2], [10]]));
  });

  it('puts a line in again that was taken out', async () => {
    const { user, service } = await openPage();
    press(screen.getByRole('button', { name: `حذف ${paste}` }));
    press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'حذف' }));
    expect(await text(`«${paste}»: ۲ ← ۰`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    await waitFor(() => expect(quantities(service)).toEqual([[3], [10], [2]]));
  });
});
