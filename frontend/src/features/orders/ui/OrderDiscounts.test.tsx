import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Discount, Order } from '../../../entities/order/types';
import { more, openPage, paste, press, row, spaghetti, total } from '../fixtures/orderPage';
import { orderService } from '../msw';

const ofLine = (amount: number): Discount => ({
  typeId: 'P011-2',
  title: 'تخفیف واحدی: 3 تا 10 بسته از این محصول',
  percent: 5,
  amount,
});
const ofOrder: Discount = {
  typeId: null,
  title: 'تخفیف مبلغی: سفارش 5,000,000 تا 20,000,000 تومان',
  percent: 8,
  amount: 807_000,
};
const discounts = [ofLine(189_000), ofOrder];

/** As a server that takes 5 % off the spaghetti. */
const fivePercent = ({ products }: Order): readonly Discount[] => {
  const line = products.flatMap(({ lines }) => lines).find(({ typeId }) => typeId === 'P011-2');
  return line ? [ofLine((line.buyPrice * line.quantity) / 20), ofOrder] : [];
};

const summary = () => screen.getByRole('region', { name: 'خلاصه سفارش' });
/** The figure beside a name in the summary. */
const beside = (name: RegExp | string) =>
  within(summary())
    .getByText(name, { selector: 'dt' })
    .nextElementSibling?.textContent.replace(/[^۰-۹٬−]/g, '');

it('names each applied tier with its percent and amount, in the totals and at its line', async () => {
  await openPage({ discounts });
  expect(beside('جمع خرید پیش از تخفیف')).toBe('۹٬۹۹۶٬۰۰۰');
  expect(beside(/^تخفیف واحدی: ۳ تا ۱۰ بسته از این محصول · ۵.?٪ · اسپاگتی ۱٫۲ ۷۰۰ گرم$/)).toBe('−۱۸۹٬۰۰۰');
  expect(beside(/^تخفیف مبلغی.* · ۸.?٪$/)).toBe('−۸۰۷٬۰۰۰');
  expect(beside('جمع خرید')).toBe('۹٬۰۰۰٬۰۰۰');
  expect(total()).toHaveTextContent('۱۰٬۱۶۰٬۰۰۰');
  expect(row(spaghetti)).toHaveTextContent(/تخفیف واحدی.*−۱۸۹٬۰۰۰/);
  expect(row(paste)).not.toHaveTextContent('تخفیف');
});

it('says nothing of discounts when there are none', async () => {
  await openPage();
  expect(screen.queryByText(/تخفیف/)).not.toBeInTheDocument();
  expect(screen.queryByText('در حال محاسبه…')).not.toBeInTheDocument();
});

it('keeps the figures of the server, marked, until it has said what a change comes to', async () => {
  const { service } = await openPage({}, { service: orderService({ discounts }, fivePercent) });
  press(more(spaghetti));
  expect(await within(summary()).findByText('در حال محاسبه…')).toBeVisible();
  expect(summary()).toHaveAttribute('aria-busy', 'true');
  expect(total()).toHaveTextContent('۱۰٬۱۶۰٬۰۰۰');
  expect(row(spaghetti)).not.toHaveTextContent('۱۸۹٬۰۰۰');
  await waitFor(() => expect(service.writes).toHaveLength(1));
  // 11,256,000 less 252,000 and 807,000; 9 % of 10,197,000; shipping 350,000.
  await waitFor(() => expect(total()).toHaveTextContent('۱۱٬۴۶۴٬۷۳۰'));
  expect(beside(/^تخفیف واحدی/)).toBe('−۲۵۲٬۰۰۰');
  expect(screen.queryByText('در حال محاسبه…')).not.toBeInTheDocument();
  expect(row(spaghetti)).toHaveTextContent('−۲۵۲٬۰۰۰');
});

it('calculates at once where nothing is taken off', async () => {
  await openPage();
  press(more(spaghetti));
  await waitFor(() => expect(total()).toHaveTextContent('۱۲٬۶۱۹٬۰۴۰'));
  expect(screen.queryByText('در حال محاسبه…')).not.toBeInTheDocument();
});
