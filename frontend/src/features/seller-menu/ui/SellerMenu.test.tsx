import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { gateway } from '../../../entities/payment/gateway';
import { PAYMENT_ID, paymentIs, pendingPayment, wirePaymentIs } from '../../../entities/payment/msw';
import { sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { days, subscriptionIs } from '../../../entities/subscription/msw';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { customersService } from '../../customers/msw';

interface Business {
  readonly type?: number;
  readonly store?: boolean;
  readonly left?: number | null;
  readonly connected?: boolean;
}

function visit(url: string, { type = 2, store = true, left = days(20), connected = true }: Business = {}) {
  const asked = { connected: 0 };
  const page = renderRoute(url, {
    before: ['/about'],
    handlers: [
      ...[sessionIs('valid'), sellerSummaryIs(), sellerBindIs(), sellerOfType(type, store), subscriptionIs(left)],
      http.get('*/user/checkAddedSellers', () => {
        asked.connected += 1;
        return HttpResponse.json({ result: connected });
      }),
    ],
  });
  return { ...page, asked, search: () => page.router.state.location.search };
}

async function openMenu(business?: Business) {
  const page = visit('/home', business);
  await page.user.click(await screen.findByRole('button', { name: 'وضعیت فروشگاه و اشتراک' }));
  const menu = await screen.findByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' });
  return { ...page, menu };
}

async function openItem(name: RegExp, business?: Business) {
  const page = await openMenu(business);
  await page.user.click(await within(page.menu).findByRole('button', { name }));
  return page;
}

// Loads the lazy code before the first test, which would otherwise spend its time on that.
beforeAll(() => Promise.all([import('../../../app/routes/home.route'), import('./MenuParts')]), 60_000);

let leaveTo: MockInstance<typeof gateway.leaveTo>;
beforeEach(() => {
  leaveTo = vi.spyOn(gateway, 'leaveTo').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the round menu', () => {
  it('has the three items with their numbers, the inactive ones grey', async () => {
    const { menu } = await openMenu({ store: false, connected: false });
    const items = within(menu)
      .getAllByRole('button')
      .filter((one) => one.dataset['item']);
    expect(items.map((one) => one.dataset['item'])).toEqual(['2', '3', '4']);
    expect(await within(menu).findByRole('button', { name: /حساب کاربری.*غیرفعال/ })).not.toHaveAttribute(
      'data-active',
    );
    expect(within(menu).getByRole('button', { name: /اشتراک.*۲۰ روز/ })).toHaveAttribute('data-active');
    expect(within(menu).getByRole('button', { name: /فروشگاه.*غیرفعال/ })).not.toHaveAttribute('data-active');
  });

  it('closes by Back, one layer after the other', async () => {
    const { router, search } = await openItem(/فروشگاه/);
    expect(await screen.findByRole('alertdialog', { name: 'غیرفعال کردن فروشگاه' })).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(search()).toBe('?menu=status'));
    expect(await screen.findByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' })).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(search()).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  describe('pressed before it is known whether customers are connected', () => {
    const pressEarly = async () => {
      const page = visit('/home');
      let answer = (): void => undefined;
      const known = new Promise<void>((resolve) => {
        answer = resolve;
      });
      server.use(http.get('*/user/checkAddedSellers', () => known.then(() => HttpResponse.json({ result: true }))));
      await page.user.click(await screen.findByRole('button', { name: 'وضعیت فروشگاه و اشتراک' }));
      const menu = within(await screen.findByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' }));
      await page.user.click(menu.getByRole('button', { name: /^حساب کاربری/ }));
      return { ...page, menu, answer };
    };

    it('the account opens as soon as it is', async () => {
      const { answer, search } = await pressEarly();
      expect(search()).toBe('?menu=status');
      answer();
      expect(await screen.findByRole('alertdialog', { name: 'حذف حساب کاربری' })).toBeVisible();
    });

    it('nothing opens for who has closed the menu', async () => {
      const { user, menu, answer, search } = await pressEarly();
      await user.click(menu.getByRole('button', { name: 'بستن' }));
      await waitFor(() => expect(search()).toBe(''));
      answer();
      await act(() => new Promise((passed) => setTimeout(passed, 200)));
      expect(search()).toBe('');
    });
  });

  it('tells whose account is inactive to connect customers first', async () => {
    await openItem(/حساب کاربری.*غیرفعال/, { connected: false });
    expect(await screen.findByText('برای فعال سازی، مشتریان خود را متصل کنید.')).toBeVisible();
    expect(screen.queryByRole('alertdialog', { name: 'حذف حساب کاربری' })).not.toBeInTheDocument();
  });
});

describe('the store', () => {
  const toggled = (answer: () => Response, log: unknown[] = []) =>
    http.post('*/user/activationToggle', async ({ request }) => {
      log.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      return answer();
    });

  it('is switched off by the exact word, once, and the page says so at once', async () => {
    const log: { body: unknown; key: string }[] = [];
    const { user } = await openItem(/فروشگاه/);
    const dialog = await screen.findByRole('alertdialog', { name: 'غیرفعال کردن فروشگاه' });
    const button = within(dialog).getByRole('button', { name: 'غیرفعال کردن' });
    const field = within(dialog).getByRole('textbox');
    for (const wrong of ['فعال', 'غیر فعال', 'غيرفعال']) {
      await user.clear(field);
      await user.type(field, wrong);
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
    }
    expect(log).toEqual([]);
    server.use(
      toggled(() => {
        server.use(sellerOfType(2, false));
        return HttpResponse.json({ isActive: false, message: 'تغییر وضعیت فروشگاه با موفقیت انجام شد.' });
      }, log),
    );
    await user.clear(field);
    await user.type(field, 'غیرفعال');
    await user.dblClick(button);
    expect(await screen.findByText('تغییر وضعیت فروشگاه با موفقیت انجام شد.')).toBeVisible();
    expect(await screen.findByText('وضعیت فروشگاه: غیرفعال')).toBeInTheDocument();
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({
      body: { isActive: false },
      key: expect.stringMatching(/^[\x21-\x7e]{1,64}$/) as unknown,
    });
  });

  const needsPlan = async () => {
    expect(await screen.findByText(/اشتراک فعال لازم است\. ابتدا یک طرح بخرید/)).toBeVisible();
    const dialog = within(screen.getByRole('alertdialog', { name: 'فعال کردن فروشگاه' }));
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
    return dialog.getByRole('button', { name: 'خرید اشتراک' });
  };

  it.each([
    ['never had one', null],
    ['has one that is over', -days(2)],
  ])('asks no word for opening of who %s, but leads to the plans', async (_, left) => {
    const { user, search, router } = await openItem(/فروشگاه/, { store: false, left });
    await user.click(await needsPlan());
    expect(await screen.findByRole('dialog', { name: 'اشتراک' })).toBeVisible();
    expect(search()).toBe('?menu=subscription');
    await act(() => router.navigate(-1));
    await needsPlan();
  });

  it('leads there, too, when the server knows that the subscription is over', async () => {
    const { user } = await openItem(/فروشگاه/, { store: false });
    const dialog = await screen.findByRole('alertdialog', { name: 'فعال کردن فروشگاه' });
    server.use(
      toggled(() => {
        server.use(subscriptionIs(-days(1)));
        return HttpResponse.json({ message: 'برای فعال سازی فروشگاه، اشتراک فعال لازم است.' }, { status: 409 });
      }),
    );
    await user.type(within(dialog).getByRole('textbox'), 'فعال{Enter}');
    await needsPlan();
    expect(screen.getByText('وضعیت فروشگاه: غیرفعال')).toBeInTheDocument();
  });
});

describe('the account', () => {
  const resets = (answer: () => Response) => http.delete('*/user/remove-seller-from-all', answer);

  async function askToReset() {
    const page = await openItem(/حساب کاربری.*فعال/);
    const dialog = await screen.findByRole('alertdialog', { name: 'حذف حساب کاربری' });
    const button = within(dialog).getByRole('button', { name: 'حذف حساب' });
    await page.user.type(within(dialog).getByRole('textbox'), 'حذ');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await page.user.type(within(dialog).getByRole('textbox'), 'ف');
    expect(button).not.toHaveAttribute('aria-disabled');
    return { ...page, dialog, button };
  }

  it('is not reset while orders are open', async () => {
    const { user, dialog, button, at, search } = await askToReset();
    server.use(
      resets(() => HttpResponse.json({ message: 'ابتدا سفارشهای باز را تعیین تکلیف کنید.' }, { status: 409 })),
    );
    await user.click(button);
    expect(await within(dialog).findByText('ابتدا سفارشهای باز را تعیین تکلیف کنید.')).toBeVisible();
    expect(at()).toBe('/home');
    server.use(...customersService([]).handlers);
    await user.click(within(dialog).getByRole('link', { name: 'مشتریان دارای سفارش باز' }));
    await waitFor(() => expect(at()).toBe('/seller-customers'));
    expect(search()).toBe('?status=unprocessed');
  });

  it('is reset, read again, and logged out 1.5 s later', async () => {
    const { user, button, at, asked } = await askToReset();
    const before = asked.connected;
    let loggedOut = 0;
    let resetAt = 0;
    let waited = 0;
    server.use(
      resets(() => {
        resetAt = performance.now();
        server.use(subscriptionIs(null));
        return HttpResponse.json({ message: 'بازنشانی مشتریان با موفقیت انجام شد.' });
      }),
      http.post('*/auth/logout-app2', () => {
        loggedOut += 1;
        waited = performance.now() - resetAt;
        return HttpResponse.json({ message: 'خروج با موفقیت انجام شد.' });
      }),
    );
    await user.click(button);
    expect(await screen.findByText('بازنشانی مشتریان با موفقیت انجام شد.')).toBeVisible();
    expect(screen.getByText('تا لحظه‌ای دیگر از حساب خود خارج می‌شوید.')).toBeVisible();
    expect(await screen.findByText('نامشخص')).toBeInTheDocument();
    expect(asked.connected).toBeGreaterThanOrEqual(before);
    expect(loggedOut).toBe(0);
    await waitFor(() => expect(at()).toBe('/log-in'));
    expect(loggedOut).toBe(1);
    expect(waited).toBeGreaterThanOrEqual(1450);
    expect(document.cookie).not.toContain('token=');
  });
});

describe('what cannot be read', () => {
  const down = () => HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست.' }, { status: 503 });

  it('says so in the bar and in the dialog, and tries again', async () => {
    const page = visit('/home?menu=subscription');
    server.use(http.get('*/market/subscription-app2', down));
    const sheet = await screen.findByRole('dialog', { name: 'اشتراک' });
    expect(await within(sheet).findByText('سرویس موقتاً در دسترس نیست.')).toBeVisible();
    expect(screen.getByText('خوانده نشد')).toBeInTheDocument();
    expect(within(sheet).queryByRole('button', { name: 'خرید اشتراک' })).not.toBeInTheDocument();
    server.use(subscriptionIs(days(20)));
    await page.user.click(within(sheet).getByRole('button', { name: 'تلاش دوباره' }));
    expect(await within(sheet).findByRole('radio', { name: /اشتراک یک ماهه/ })).toBeVisible();
    expect(screen.queryByText('خوانده نشد')).not.toBeInTheDocument();
  });

  it('reads whether customers are connected again at the next press', async () => {
    const { user, menu } = await (async () => {
      const page = visit('/home');
      server.use(http.get('*/user/checkAddedSellers', down));
      await page.user.click(await screen.findByRole('button', { name: 'وضعیت فروشگاه و اشتراک' }));
      return { ...page, menu: await screen.findByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' }) };
    })();
    const account = await within(menu).findByRole('button', { name: /حساب کاربری.*خوانده نشد/ });
    server.use(http.get('*/user/checkAddedSellers', () => HttpResponse.json({ result: true })));
    await user.click(account);
    expect(await screen.findByRole('alertdialog', { name: 'حذف حساب کاربری' })).toBeVisible();
  });

  it('says so in the list of the three, too', async () => {
    visit('/home?menu=status');
    server.use(http.get('*/market/subscription-app2', down));
    const menu = await screen.findByRole('dialog', { name: 'وضعیت فروشگاه و اشتراک' });
    expect(await within(menu).findByRole('button', { name: /اشتراک.*خوانده نشد/ })).toBeVisible();
  });

  it('has nothing to sell when there is no plan', async () => {
    visit('/home?menu=subscription');
    server.use(subscriptionIs(null, {}, { plans: [] }));
    expect(await screen.findByText('اکنون طرحی برای خرید نیست.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'خرید اشتراک' })).not.toBeInTheDocument();
  });
});

describe('a purchase', () => {
  interface Asked {
    readonly key: string | null;
    readonly body: unknown;
  }
  const buys = (log: Asked[], ...answers: readonly (() => Response)[]) =>
    http.post('*/market/subscription-purchase-app2', async ({ request }) => {
      log.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      return answers[Math.min(log.length, answers.length) - 1]!();
    });
  const begun = () => HttpResponse.json({ payment: pendingPayment() });

  async function choose(business?: Business) {
    const page = await openItem(/^اشتراک/, business);
    const sheet = await screen.findByRole('dialog', { name: 'اشتراک' });
    await page.user.click(await within(sheet).findByRole('radio', { name: /اشتراک سه ماهه/ }));
    return { ...page, sheet };
  }

  async function askToPay({ user, sheet }: Awaited<ReturnType<typeof choose>>) {
    await user.click(within(sheet).getByRole('button', { name: 'خرید اشتراک' }));
    const question = await screen.findByRole('alertdialog', { name: 'خرید اشتراک سه ماهه' });
    return { question, pay: within(question).getByRole('button', { name: 'پرداخت' }) };
  }

  it('names price, VAT and total, and that nothing is refunded', async () => {
    const page = await choose({ left: null });
    expect(within(page.sheet).getByText('با مالیات').nextSibling).toHaveTextContent('۳٬۳۰۰٬۰۰۰');
    expect(within(page.sheet).getByText('هزینه اشتراک در صورت لغو پیش از موعد بازگردانده نمی‌شود.')).toBeVisible();
    expect(within(page.sheet).queryByText(/از پایان اشتراک کنونی/)).not.toBeInTheDocument();
    const { question } = await askToPay(page);
    for (const [name, value] of [
      ['قیمت طرح', '۳٬۰۰۰٬۰۰۰'],
      ['مالیات بر ارزش افزوده (۱۰\u200f٪)', '۳۰۰٬۰۰۰'],
      ['مبلغ قابل پرداخت', '۳٬۳۰۰٬۰۰۰'],
    ] as const) {
      expect(within(question).getByText(name).nextSibling).toHaveTextContent(value);
    }
    expect(within(question).getByText('هزینه اشتراک در صورت لغو پیش از موعد بازگردانده نمی‌شود.')).toBeVisible();
  });

  it('is begun once, whatever is pressed twice, and leads to the gateway', async () => {
    const log: Asked[] = [];
    const page = await choose();
    server.use(buys(log, begun));
    const { pay } = await askToPay(page);
    await page.user.dblClick(pay);
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/pay/sandbox/A1'));
    expect(log).toEqual([{ key: expect.any(String) as string, body: { planId: 'm3' } }]);
  });

  it('keeps its key over a lost reply', async () => {
    const log: Asked[] = [];
    const page = await choose();
    server.use(buys(log, () => HttpResponse.error(), begun));
    const { question, pay } = await askToPay(page);
    await page.user.click(pay);
    expect(await within(question).findByText('پاسخ سرور نرسید. دوباره بزنید: کار دو بار انجام نمی‌شود.')).toBeVisible();
    expect(leaveTo).not.toHaveBeenCalled();
    await page.user.click(pay);
    await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce());
    expect(log).toHaveLength(2);
    expect(log[1]!.key).toBe(log[0]!.key);
  });

  it('says what the server refuses, and leads nowhere', async () => {
    const page = await choose();
    server.use(
      buys([], () =>
        HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' }, { status: 503 }),
      ),
    );
    const { question, pay } = await askToPay(page);
    await page.user.click(pay);
    expect(await within(question).findByText(/سرویس موقتاً در دسترس نیست/)).toBeVisible();
    expect(leaveTo).not.toHaveBeenCalled();
  });

  it('never follows an address that is no page', async () => {
    const page = await choose();
    server.use(buys([], () => HttpResponse.json({ payment: pendingPayment({ redirectUrl: 'javascript:alert(1)' }) })));
    const { question, pay } = await askToPay(page);
    await page.user.click(pay);
    expect(await within(question).findByText('نشانی درگاه پرداخت نرسید. کمی بعد دوباره تلاش کنید.')).toBeVisible();
    expect(leaveTo).not.toHaveBeenCalled();
  });

  it('that turns out to be paid already shows its receipt', async () => {
    const page = await choose();
    server.use(
      buys([], () => HttpResponse.json({ payment: wirePaymentIs() })),
      paymentIs(wirePaymentIs()),
    );
    const { pay } = await askToPay(page);
    await page.user.click(pay);
    expect(await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' })).toBeVisible();
    expect(leaveTo).not.toHaveBeenCalled();
  });
});

describe('the return from the gateway', () => {
  it('shows start, type, amount, end and reference, and prints them', async () => {
    const printPage = vi.fn();
    vi.stubGlobal('print', printPage);
    server.use(paymentIs(wirePaymentIs()));
    const { user, search } = visit(`/home?payment=${PAYMENT_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' });
    for (const [name, value] of [
      ['نوع اشتراک', 'اشتراک یک ماهه'],
      ['مبلغ پرداختی', '۱٬۱۰۰٬۰۰۰'],
      ['شماره پیگیری بانک', 'R-000123'],
      ['زمان پرداخت', '۱۴۰۵/۰۹/۰۲'],
    ] as const) {
      expect((await within(dialog).findByText(name)).nextSibling).toHaveTextContent(value);
    }
    expect(within(dialog).getByText('شروع')).toBeVisible();
    expect(within(dialog).getByText('پایان')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'چاپ رسید' }));
    await waitFor(() => expect(printPage).toHaveBeenCalledOnce());
    expect(document.querySelector('[data-print-area]')).toHaveTextContent('R-000123');
    await user.click(within(dialog).getAllByRole('button', { name: 'بستن' })[0]!);
    await waitFor(() => expect(search()).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('keeps the receipt within reach', async () => {
    server.use(paymentIs(wirePaymentIs()));
    const { user, search } = await openItem(/^اشتراک/);
    await user.click(await screen.findByRole('button', { name: 'رسید پرداخت' }));
    expect(await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' })).toBeVisible();
    expect(search()).toBe(`?menu=subscription&payment=${PAYMENT_ID}`);
  });

  it.each([
    [
      'پرداخت لغو شد',
      wirePaymentIs({ state: 'failed', cancelled: true }),
      'از پرداخت منصرف شدید. مبلغی از حساب شما برداشت نشد.',
    ],
    ['پرداخت انجام نشد', wirePaymentIs({ state: 'failed' }), /بانک این پرداخت را تأیید نکرد/],
    ['مهلت پرداخت گذشت', wirePaymentIs({ state: 'expired' }), /در مهلت خود انجام نشد/],
  ])('says «%s», and offers to pay anew', async (title, payment, text) => {
    server.use(paymentIs(payment));
    const { user, search } = visit(`/home?payment=${PAYMENT_ID}`);
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(within(dialog).getByText(text)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'پرداخت دوباره' }));
    expect(await screen.findByRole('dialog', { name: 'اشتراک' })).toBeVisible();
    expect(search()).toBe('?menu=subscription');
  });

  it('asks the bank until it has answered, and then reads the subscription again', async () => {
    let asked = 0;
    const answers = [
      () => HttpResponse.json(pendingPayment()),
      () => HttpResponse.error(),
      () => HttpResponse.json(wirePaymentIs()),
    ];
    server.use(
      http.get('*/market/payment-app2/:id', () => {
        asked += 1;
        return answers[asked - 1]!();
      }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    visit(`/home?payment=${PAYMENT_ID}`, { left: null });
    expect(await screen.findByRole('dialog', { name: 'در حال پرسش از بانک' })).toBeVisible();
    server.use(subscriptionIs(days(30)));
    for (const [seconds, count] of [
      [1, 2],
      [2, 3],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
      await waitFor(() => expect(asked).toBe(count));
    }
    expect(await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' })).toBeVisible();
    expect(await screen.findByText('۳۰ روز')).toBeInTheDocument();
  });

  it('has the title of an invoice when that was paid, and nothing of the subscription', async () => {
    server.use(paymentIs(wirePaymentIs({ purpose: 'invoice', subjectId: 'i1' })));
    visit(`/home?payment=${PAYMENT_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'صورتحساب پرداخت شد' });
    expect(await within(dialog).findByText('R-000123')).toBeVisible();
    expect(within(dialog).queryByText('نوع اشتراک')).not.toBeInTheDocument();
  });

  it('leads from an invoice that was not paid to no plans', async () => {
    server.use(paymentIs(wirePaymentIs({ purpose: 'invoice', state: 'failed', cancelled: true, reference: '' })));
    visit(`/home?payment=${PAYMENT_ID}`);
    const dialog = await screen.findByRole('dialog', { name: 'پرداخت لغو شد' });
    expect(within(dialog).queryByRole('button', { name: 'پرداخت دوباره' })).not.toBeInTheDocument();
  });

  it('says that there is no such payment', async () => {
    server.use(
      http.get('*/market/payment-app2/:id', () => HttpResponse.json({ message: 'موردی یافت نشد.' }, { status: 404 })),
    );
    visit('/home?payment=nobodys');
    const dialog = await screen.findByRole('dialog', { name: 'پرداختی پیدا نشد' });
    expect(within(dialog).getByText('موردی یافت نشد.')).toBeVisible();
  });

  it('is closed by Back and stays on the page', async () => {
    server.use(paymentIs(wirePaymentIs()));
    const { router, at, search } = visit(`/home?payment=${PAYMENT_ID}`);
    await screen.findByRole('dialog', { name: 'اشتراک شما فعال شد' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(search()).toBe(''));
    expect(at()).toBe('/home');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
