import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { server } from '../../../testing/server';
import { choose, less, oneLine, openPage, spaghetti, text, total, type User } from '../fixtures/orderPage';

async function calculate(user: User) {
  await user.click(screen.getByRole('button', { name: 'محاسبه توافق' }));
  return screen.findByRole('dialog', { name: 'محاسبه سود توافقی' });
}

const field = (sheet: HTMLElement, label: string) => within(sheet).getByLabelText(label);
const payable = () => screen.findByRole('region', { name: 'مبلغ پس از توافق' });

/** The worked order's agreement: 2 %, 100,000, 1 %, typed as people type it. */
async function agreeOn(user: User, sheet: HTMLElement) {
  await user.type(field(sheet, 'درصد افزوده توافقی'), '۲');
  await user.type(field(sheet, 'مبلغ پاداش توافقی'), '100000');
  await user.type(field(sheet, 'درصد تخفیف خرید نقدی'), '١');
}

it('shows what was there, computes while it is typed, and takes the footer over', async () => {
  const { user, router, service } = await openPage();
  const sheet = await calculate(user);
  expect(router.state.location.search).toBe('?calculator=1');
  expect(sheet).toHaveTextContent('سود اولیه۱٬۵۷۲٬۰۰۰');
  expect(sheet).toHaveTextContent('درصد اولیه۱۳٫۵۸۹۲\u200f٪');
  expect(sheet).toHaveTextContent('سود نهایی۰');
  await agreeOn(user, sheet);
  expect(field(sheet, 'مبلغ پاداش توافقی')).toHaveValue('۱۰۰٬۰۰۰');
  expect(sheet).toHaveTextContent('سود نهایی۲٬۰۰۰٬۰۰۶');
  expect(sheet).toHaveTextContent('درصد نهایی۱۷٫۲۸۹۱\u200f٪');
  await user.click(within(sheet).getByRole('button', { name: 'تأیید' }));
  // 11,568,000 − 2,000,006
  expect(await payable()).toHaveTextContent('۹٬۵۶۷٬۹۹۴ تومان');
  expect(await payable()).toHaveTextContent(/^مبلغ پس از توافق.*کل سفارش: ۱۱٬۲۴۵٬۶۴۰/);
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
  expect(service.writes).toEqual([]);
});

it('reads percentages with every decimal sign, and none above 100', async () => {
  const { user } = await openPage();
  const sheet = await calculate(user);
  const percent = field(sheet, 'درصد افزوده توافقی');
  for (const typed of ['۲٫۵', '2.5', '2/5']) {
    await user.clear(percent);
    await user.type(percent, typed);
    expect(percent).toHaveValue('۲٫۵');
    // 1,572,000 + 289,200
    expect(sheet).toHaveTextContent('سود نهایی۱٬۸۶۱٬۲۰۰');
  }
  await user.clear(percent);
  await user.type(percent, '1.239');
  expect(percent).toHaveValue('۱٫۲۳');
  await user.clear(percent);
  await user.type(percent, '101');
  expect(within(sheet).getByText('درصد نمی‌تواند بیشتر از ۱۰۰ باشد.')).toBeVisible();
  await user.type(percent, '{Enter}');
  await user.click(within(sheet).getByRole('button', { name: 'تأیید' }));
  expect(sheet).toBeInTheDocument();
});

it('is kept over a reload, opens with what was agreed on, and can be taken back', async () => {
  const { user: first, service } = await openPage();
  const opened = await calculate(first);
  await agreeOn(first, opened);
  await first.click(within(opened).getByRole('button', { name: 'تأیید' }));
  await payable();
  cleanup();
  server.resetHandlers();
  const { user } = await openPage({}, { service });
  expect(await payable()).toHaveTextContent('۹٬۵۶۷٬۹۹۴');
  expect(screen.queryByRole('alertdialog', { name: 'تغییرات ثبت‌نشده شما' })).not.toBeInTheDocument();
  const sheet = await calculate(user);
  expect(field(sheet, 'درصد افزوده توافقی')).toHaveValue('۲');
  await user.click(within(sheet).getByRole('button', { name: 'حذف توافق' }));
  await waitFor(() => {
    expect(total()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰');
  });
});

it('is confirmed with nothing in it: there is no final profit, and the footer stays', async () => {
  const { user } = await openPage();
  const sheet = await calculate(user);
  await user.click(within(sheet).getByRole('button', { name: 'تأیید' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(total()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰');
});

it('outlives saving, and goes with the order when that is cancelled', async () => {
  const { user } = await openPage();
  const sheet = await calculate(user);
  await agreeOn(user, sheet);
  await user.click(within(sheet).getByRole('button', { name: 'تأیید' }));
  await payable();
  await choose(user, 'ذخیره سفارش', 'ذخیره');
  await text('ثبت شده');
  expect(await payable()).toHaveTextContent('۹٬۵۶۷٬۹۹۴ تومان');
  await choose(user, 'لغو سفارش', 'لغو سفارش');
  await text('لغو شده');
  expect(total()).toHaveTextContent('۱۱٬۲۴۵٬۶۴۰');
});

it('starts anew when no product remains', async () => {
  const { user } = await openPage(oneLine(1));
  const sheet = await calculate(user);
  await agreeOn(user, sheet);
  await user.click(within(sheet).getByRole('button', { name: 'تأیید' }));
  await payable();
  await user.click(less(spaghetti));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'حذف محصول' })).getByRole('button', { name: 'حذف' }),
  );
  await screen.findByText('هیچ محصولی در این سفارش وجود ندارد.');
  expect(total()).toHaveTextContent('۰ تومان');
  const button = screen.getByRole('button', { name: 'محاسبه توافق' });
  expect(button).toHaveAccessibleDescription('سفارش محصولی ندارد.');
});
