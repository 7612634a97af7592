import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { settingsService } from '../msw';

/** The page's largest form, on a busy machine. */
const late = { timeout: 20_000 };

const AWAITING = 'در انتظار تأیید';
const APPLY = 'اعمال پله‌های تخفیف در سفارش‌ها';

// Loads the form's lazy code before the first test, which would otherwise spend its time on that.
beforeAll(() => import('./SellerEditor'));

async function openPage(service = settingsService(), type = 1) {
  const page = renderRoute('/settings', {
    before: ['/home'],
    handlers: [
      ...service.handlers,
      sessionIs('valid'),
      sellerOfType(type),
      sellerSummaryIs(),
      subscriptionIs(days(20)),
    ],
  });
  await screen.findByRole('heading', { name: 'تنظیمات تحویل' });
  return { ...page, service };
}

describe('terms that the seller has proposed', () => {
  const proposed = (type = 1) => {
    const service = settingsService(type);
    service.propose({
      SellerTypeOfCollaboration: 2,
      SellerAgreedCommission: 5000,
      SellerAgreedCommissionPayDateTime: '1405/10/01',
      proposedAtS: '1405/09/02 - 12:30',
    });
    return service;
  };

  it('are shown as such: what is proposed, since when, and what holds', async () => {
    const { user } = await openPage(proposed());
    await user.click(screen.getByRole('button', { name: /^تنظیمات فروشنده/ }));
    const note = (await screen.findByText(AWAITING)).closest('[role="note"]');
    expect(note).toHaveTextContent('۱۴۰۵/۰۹/۰۲ · ۱۲:۳۰');
    expect(note?.textContent.replace(/\u200f/g, '')).toContain('درصدی · ۲٫۵٪ · ۱۴۰۵/۰۹/۰۱');
    expect(screen.getByText('سبدی')).toBeVisible();
    expect(screen.getByText(/^۵٬۰۰۰\sتومان$/)).toBeVisible();
    expect(screen.getByText('۱۴۰۵/۱۰/۰۱')).toBeVisible();
  });

  it('stand in the form, with the same note, and are not withdrawn by saving something else', async () => {
    const { user, service } = await openPage(proposed());
    await user.click(screen.getByRole('button', { name: 'ویرایش تنظیمات فروشنده' }));
    const form = within(await screen.findByRole('form', { name: 'تنظیمات فروشنده' }, late));
    expect(form.getByText(AWAITING)).toBeVisible();
    expect(form.getByLabelText('کارمزد توافقی')).toHaveValue('۵٬۰۰۰');
    await user.type(form.getByLabelText('آدرس'), ' پلاک ۲');
    await user.click(form.getByRole('button', { name: 'ذخیره' }));
    expect(await screen.findByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
    expect(service.writes[0]?.body).toMatchObject({
      _SellerTypeOfCollaboration: 2,
      _SellerAgreedCommission: 5000,
      _SellerAgreedCommissionPayDateTime: '1405/10/01',
    });
  });

  it('are told of in the words of the server when they were saved', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: 'ویرایش تنظیمات فروشنده' }));
    const form = within(await screen.findByRole('form', { name: 'تنظیمات فروشنده' }, late));
    expect(form.queryByText(AWAITING)).not.toBeInTheDocument();
    const commission = form.getByLabelText('کارمزد توافقی');
    await user.clear(commission);
    await user.type(commission, '3');
    await user.click(form.getByRole('button', { name: 'ذخیره' }));
    expect(await screen.findByText(/ثبت با موفقیت انجام شد/)).toBeVisible();
    expect(await screen.findByText(AWAITING)).toBeVisible();
  });

  it('are none of an exclusive seller', async () => {
    const { user } = await openPage(proposed(3), 3);
    await user.click(screen.getByRole('button', { name: /^تنظیمات فروشنده/ }));
    expect(await screen.findByText('S-۱۰۰۱')).toBeVisible();
    expect(screen.queryByText(AWAITING)).not.toBeInTheDocument();
  });
});

describe('whether orders use the tiers', () => {
  const theSwitch = async () => {
    const found = await screen.findByRole('switch', { name: new RegExp(APPLY) });
    await waitFor(() => expect(found).toBeEnabled());
    return found;
  };

  it('is off until the seller says so; then it is on without a question, and undone from the toast', async () => {
    const { user, service } = await openPage();
    expect(await theSwitch()).not.toBeChecked();
    await user.click(await theSwitch());
    expect(await screen.findByText('پله‌های تخفیف در سفارش‌ها اعمال می‌شوند.')).toBeVisible();
    await waitFor(async () => expect(await theSwitch()).toBeChecked());
    await user.click(screen.getByRole('button', { name: 'بازگرداندن' }));
    expect(await screen.findByText('پله‌های تخفیف دیگر در سفارش‌ها اعمال نمی‌شوند.')).toBeVisible();
    await waitFor(async () => expect(await theSwitch()).not.toBeChecked());
    expect(service.writes).toMatchObject([
      { body: { applied: true, version: 1 } },
      { body: { applied: false, version: 2 } },
    ]);
    expect(new Set(service.writes.map(({ key }) => key)).size).toBe(2);
  });

  it('goes off at once', async () => {
    const service = settingsService();
    service.stored.applied = true;
    const { user } = await openPage(service);
    const found = await theSwitch();
    await waitFor(() => expect(found).toBeChecked());
    await user.click(found);
    expect(await screen.findByText('پله‌های تخفیف دیگر در سفارش‌ها اعمال نمی‌شوند.')).toBeVisible();
    expect(found).not.toBeChecked();
    expect(service.stored.applied).toBe(false);
  });

  it('is done already when another tab has turned it on', async () => {
    const { user, service } = await openPage();
    const found = await theSwitch();
    service.elsewhere('applied', () => {
      service.stored.applied = true;
    });
    await user.click(found);
    await waitFor(async () => expect(await theSwitch()).toBeChecked());
    expect(screen.queryByRole('alertdialog', { name: /در جای دیگری تغییر کرده است$/ })).not.toBeInTheDocument();
    expect(service.writes).toHaveLength(1);
  });

  it('asks whose it shall be when it was turned on and off elsewhere', async () => {
    const { user, service } = await openPage();
    const found = await theSwitch();
    service.elsewhere('applied', () => undefined);
    await user.click(found);
    const question = within(await screen.findByRole('alertdialog', { name: `«${APPLY}» در جای دیگری تغییر کرده است` }));
    await nextFrame();
    expect(question.getByText('خاموش')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'نگه داشتن' }));
    await waitFor(() => expect(service.stored.applied).toBe(true));
    expect(service.writes.map(({ body }) => body['version'])).toEqual([1, 2]);
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: /تغییر کرده است$/ })).not.toBeInTheDocument());
  });

  it('stays as it was when the answer is lost, and goes again under the same key', async () => {
    const { user, service } = await openPage();
    service.failNext('/seller/tiers-applied-app2', 0);
    await user.click(await theSwitch());
    expect(await screen.findByText('ارتباط با سرور برقرار نشد. اتصال اینترنت را بررسی کنید.')).toBeVisible();
    expect(await theSwitch()).not.toBeChecked();
    await user.click(await theSwitch());
    await waitFor(() => expect(service.stored.applied).toBe(true));
    expect(service.writes[1]?.key).toBe(service.writes[0]?.key);
  });

  it('says that it could not be read, and reads it again', async () => {
    const service = settingsService();
    service.failNext('/seller/tiers-applied-app2', 500);
    const { user } = await openPage(service);
    const note = (await screen.findByText(new RegExp(`${APPLY}:`))).closest<HTMLElement>('[role="note"]');
    if (!note) throw new Error('nothing is said');
    await user.click(within(note).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await theSwitch()).not.toBeChecked();
  });
});
