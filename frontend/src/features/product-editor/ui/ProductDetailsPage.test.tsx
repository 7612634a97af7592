import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { stockIs, typeDetailIs } from '../../../entities/product/msw';
import { childIs, sellerBindIs, sellerOfType, sellerSummaryIs } from '../../../entities/seller/msw';
import { sessionIs } from '../../../entities/session/msw';
import { baseApi } from '../../../shared/api/baseApi';
import { nextFrame } from '../../../testing/nextFrame';
import { renderRoute } from '../../../testing/renderRoute';
import { server } from '../../../testing/server';
import { PRODUCT, productService } from '../msw';

const address = `/products-details/${PRODUCT}`;
const frame = [sessionIs('valid'), sellerOfType(1), sellerSummaryIs(), sellerBindIs()];

async function openPage(service = productService(), more: Parameters<typeof renderRoute>[1] = {}) {
  const { handlers = [], ...rest } = more;
  const page = renderRoute(address, {
    before: ['/home'],
    ...rest,
    handlers: [...frame, ...service.handlers, ...handlers].reverse(),
  });
  await screen.findByRole('heading', { name: 'عسل گون' });
  return { ...page, service };
}

type Page = Awaited<ReturnType<typeof openPage>>;

const panel = (name: string) => within(screen.getByRole('tabpanel', { name }));
const fact = (name: string, label: string) => panel(name).getByText(label).nextElementSibling?.textContent ?? '';

async function edit({ user }: Page, name = '۴۵۰ گرم') {
  await user.click(await screen.findByRole('button', { name: `ویرایش ${name}` }));
  return within(await screen.findByRole('form', { name: `ویرایش ${name}` }));
}

async function type({ user }: Page, field: HTMLElement, text: string) {
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

const save = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'ذخیره تغییرات' }));
const BUY = 'قیمت خرید (تومان)';
const SELL = 'قیمت فروش (تومان)';

describe('a product', () => {
  it('shows what its first type is, in Persian', async () => {
    await openPage();
    await screen.findByText('بسته‌ای (بسته)', { ignore: '[inert] *' });
    const name = '۴۵۰ گرم';
    expect(fact(name, 'ردیف')).toBe('۱');
    expect(fact(name, 'موجودی')).toBe('۴۰موجود');
    expect(fact(name, 'تعداد در بسته')).toBe('۱۲');
    expect(fact(name, 'قیمت خرید')).toMatch(/^۸۰٬۰۰۰\sتومان$/);
    expect(fact(name, 'قیمت فروش')).toMatch(/^۱۰۰٬۰۰۰\sتومان$/);
    expect(fact(name, 'سود')).toMatch(/^۲۰٬۰۰۰\sتومان$/);
    expect(fact(name, 'درصد سود')).toBe('۲۰\u200f٪');
    expect(fact(name, 'قیمت بسته')).toMatch(/^۹۶۰٬۰۰۰\sتومان$/);
    expect(fact(name, 'وضعیت')).toBe('فعال');
    expect(fact(name, 'توضیحات')).toBe('ساکارز زیر ۲ درصد');
    expect(panel(name).getByText('۲۰\u200f٪ تخفیف')).toBeVisible();
  });

  it('shows the next types by dots and arrow keys, in the direction of the page', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('tab', { name: '۹۰۰ گرم، ۲ از ۴' }));
    expect(fact('۹۰۰ گرم', 'موجودی')).toBe('ناموجود');
    expect(fact('۹۰۰ گرم', 'توضیحات')).toBe('برای این نوع محصول توضیح وجود ندارد');
    expect(panel('۹۰۰ گرم').queryByText(/تخفیف/)).not.toBeInTheDocument();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
    expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('۲ کیلو، ۳ از ۴');
    expect(fact('۲ کیلو', 'واحد')).toBe('عددی');
    expect(fact('۲ کیلو', 'وضعیت')).toBe('غیرفعال');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('۴۵۰ گرم، ۱ از ۴');
    await user.click(screen.getByRole('button', { name: 'ویرایش ۴۵۰ گرم' }));
  });

  it('moves by keys inside a slide as well', async () => {
    const { user } = await openPage();
    (await screen.findByRole('button', { name: 'ویرایش ۴۵۰ گرم' })).focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('۹۰۰ گرم، ۲ از ۴');
  });

  it('shows the picture of a pressed thumbnail for three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { user } = await openPage();
      await user.click(screen.getByRole('tab', { name: '۵ کیلو، ۴ از ۴' }));
      await user.click(screen.getByRole('button', { name: 'نمایش ۴۵۰ گرم' }));
      expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('۴۵۰ گرم، ۱ از ۴');
      const picture = screen.getByRole('img', { name: 'عسل گون' });
      expect(picture).toHaveAttribute('src', '/media/t1/960.jpg');
      expect(picture).toHaveAttribute('srcset', expect.stringContaining('/media/t1/320.jpg 320w'));
      vi.advanceTimersByTime(2_900);
      expect(picture).toHaveAttribute('src', '/media/t1/960.jpg');
      vi.advanceTimersByTime(200);
      await waitFor(() => expect(picture).toHaveAttribute('src', '/images/products/S001.svg'));
      expect(picture).not.toHaveAttribute('srcset');
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells more of a type in a sheet, which Back closes', async () => {
    const { user, router } = await openPage(productService(), { handlers: [stockIs(), typeDetailIs()] });
    await user.click(screen.getByRole('button', { name: 'اطلاعات ۴۵۰ گرم' }));
    expect(await screen.findByRole('dialog', { name: 'عسل گون' })).toBeVisible();
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('leads back to the products and closes to home', async () => {
    await openPage();
    expect(screen.getByRole('link', { name: 'بازگشت' })).toHaveAttribute('href', '/products');
    expect(screen.getByRole('link', { name: 'بستن' })).toHaveAttribute('href', '/home');
  });
});

describe('what cannot be shown', () => {
  it('a product without types', async () => {
    renderRoute(address, { handlers: [...frame, ...productService([]).handlers].reverse() });
    expect(await screen.findByText('محصولی برای نمایش وجود ندارد.')).toBeVisible();
  });

  it('a product that is not there', async () => {
    renderRoute('/products-details/other', { handlers: [...frame, ...productService().handlers].reverse() });
    expect(await screen.findByText('این محصول پیدا نشد. شاید حذف شده باشد.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'همه محصولات' })).toHaveAttribute('href', '/products');
    expect(screen.queryByText('خطا در بارگذاری اطلاعات محصول')).not.toBeInTheDocument();
  });

  it('a server in trouble, until it is asked again', async () => {
    const service = productService();
    service.failRead(500);
    const { user } = renderRoute(address, { handlers: [...frame, ...service.handlers].reverse() });
    const block = (await screen.findAllByText('خطا در بارگذاری اطلاعات محصول'))[0];
    expect(block).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }));
    expect(await screen.findByRole('heading', { name: 'عسل گون' })).toBeVisible();
  });
});

describe('who may edit', () => {
  it('not a child seller', async () => {
    await openPage(productService(), { handlers: [childIs(true)] });
    expect(await screen.findByText('حساب شما اجازه ویرایش محصولات را ندارد.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^ویرایش/ })).not.toBeInTheDocument();
  });

  it('a save is refused when the store turned out to be a child’s', async () => {
    const page = await openPage();
    await edit(page);
    page.service.failSave(403, { message: 'عملیات غیر مجاز میباشد!' });
    await save(page);
    expect(await screen.findByText('عملیات غیر مجاز میباشد!')).toBeVisible();
    expect(screen.getByRole('form')).toBeVisible();
  });

  it('a child seller no more, once the check says so while an edit is open', async () => {
    const page = await openPage();
    await edit(page);
    server.use(childIs(true));
    page.store.dispatch(baseApi.util.invalidateTags(['Seller']));
    await screen.findByText('حساب شما اجازه ویرایش محصولات را ندارد.');
    await save(page);
    expect(await screen.findByText('عملیات غیر مجاز میباشد!')).toBeVisible();
    expect(page.service.writes).toEqual([]);
  });

  it('nobody until the check has answered, and it can be asked again', async () => {
    let broken = true;
    const check = http.get('*/user/seller/checkChildness-app2', () =>
      broken ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ flag: false }),
    );
    const { user } = await openPage(productService(), { handlers: [check] });
    expect(await screen.findByText('خطا در بررسی سطح دسترسی')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^ویرایش/ })).not.toBeInTheDocument();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'بررسی دوباره' }));
    expect(await screen.findByRole('button', { name: 'ویرایش ۴۵۰ گرم' })).toBeVisible();
  });
});

describe('editing', () => {
  it('works out the figures while it is typed, and saves what was typed', async () => {
    const page = await openPage();
    const form = await edit(page);
    expect(form.getByLabelText(BUY)).toHaveValue('۸۰٬۰۰۰');
    await type(page, form.getByLabelText(BUY), '۷۵۰۰۰');
    await type(page, form.getByLabelText(SELL), '125,000');
    expect(form.getByLabelText(SELL)).toHaveValue('۱۲۵٬۰۰۰');
    expect(form.getByText('سود').nextElementSibling).toHaveTextContent('۵۰٬۰۰۰');
    expect(form.getByText('درصد سود').nextElementSibling).toHaveTextContent('۴۰\u200f٪');
    expect(form.getByText('قیمت بسته').nextElementSibling).toHaveTextContent('۹۰۰٬۰۰۰');
    expect(form.getByText('۴۰\u200f٪ تخفیف')).toBeVisible();
    await type(page, form.getByLabelText('موجودی'), '1a2-');
    expect(form.getByLabelText('موجودی')).toHaveValue('۱۲');
    await type(page, form.getByLabelText('تعداد در بسته'), '24');
    expect(form.getByText('قیمت بسته').nextElementSibling).toHaveTextContent('۱٬۸۰۰٬۰۰۰');
    await type(page, form.getByLabelText('هشدار کمبود از'), '5');
    await type(page, form.getByLabelText('توضیحات'), 'متن تازه');
    expect(form.getByText('۸ از ۳۰۰')).toBeVisible();
    await page.user.click(form.getByRole('switch', { name: 'فعال' }));
    await save(page);
    expect(await screen.findByText('تغییرات با موفقیت ذخیره شد')).toBeVisible();
    expect(page.service.writes[0]?.body).toEqual({
      _TypeRow: {
        _id: 't1',
        f3: 12,
        f6: 75_000,
        f7: 125_000,
        f8: 50_000,
        f9: 40,
        f10: 1_800_000,
        f11: 'متن تازه',
        f12: false,
        version: 1,
        mojoody: 40,
        tedadDarVahed: 24,
        lowStock: 5,
      },
      _sellerId: '0190a0a0-0000-7000-8000-000000000002',
      _productId: PRODUCT,
    });
    expect(fact('۴۵۰ گرم', 'قیمت خرید')).toMatch(/^۷۵٬۰۰۰/);
    expect(fact('۴۵۰ گرم', 'وضعیت')).toBe('غیرفعال');
    expect(screen.getByRole('button', { name: 'ویرایش ۴۵۰ گرم' })).toHaveFocus();
  });

  it('leaves stock alone that was not typed into, whatever orders took of it meanwhile', async () => {
    const page = await openPage();
    const form = await edit(page);
    page.service.sell('t1', 3);
    await type(page, form.getByLabelText(SELL), '125000');
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(page.service.stored.types[0]).toMatchObject({ mojoody: 37, priceSelOne: 125_000 });
    expect(fact('۴۵۰ گرم', 'موجودی')).toBe('۳۷موجود');
  });

  it('takes a saved change back from its toast, and leaves what orders took meanwhile', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText(SELL), '125000');
    await save(page);
    const undo = await screen.findByRole('button', { name: 'بازگرداندن' });
    page.service.sell('t1', 3);
    await page.user.click(undo);
    expect(await screen.findByText('تغییرات بازگردانده شد.')).toBeVisible();
    expect(page.service.stored.types[0]).toMatchObject({ priceSelOne: 100_000, mojoody: 37, version: 3 });
    await nextFrame();
    expect(fact('۴۵۰ گرم', 'قیمت فروش')).toMatch(/^۱۰۰٬۰۰۰/);
  });

  it('puts back what was there when it is cancelled', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText(BUY), '5');
    await page.user.click(form.getByRole('button', { name: 'لغو ویرایش' }));
    expect(fact('۴۵۰ گرم', 'قیمت خرید')).toMatch(/^۸۰٬۰۰۰/);
    expect(page.service.writes).toEqual([]);
    const again = await edit(page);
    expect(again.getByLabelText(BUY)).toHaveValue('۸۰٬۰۰۰');
  });

  it('does not sell below the buy price', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText(SELL), '79999');
    await save(page);
    const said = await screen.findAllByText('قیمت فروش نباید کمتر از قیمت خرید باشد.');
    expect(said.length).toBeGreaterThanOrEqual(1);
    expect(form.getByLabelText(SELL)).toBeInvalid();
    expect(form.getByLabelText(SELL)).toHaveFocus();
    await type(page, form.getByLabelText(SELL), '80000');
    expect(form.getByLabelText(SELL)).toBeValid();
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(page.service.writes).toHaveLength(1);
  });

  it('does not send an empty number', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText('موجودی'), '');
    await save(page);
    expect(await form.findByText('این فیلد نمیتواند خالی باشد')).toBeVisible();
    expect(form.getByLabelText('موجودی')).toHaveFocus();
    expect(page.service.writes).toEqual([]);
  });

  it('sends one save for two presses, with a spinner in the place of the buttons', async () => {
    const page = await openPage();
    const form = await edit(page);
    const free = page.service.holdSaves();
    const button = form.getByRole('button', { name: 'ذخیره تغییرات' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await form.findByRole('img', { name: 'در حال ذخیره' })).toBeVisible();
    expect(form.queryByRole('button', { name: 'ذخیره تغییرات' })).not.toBeInTheDocument();
    expect(form.queryByRole('button', { name: 'لغو ویرایش' })).not.toBeInTheDocument();
    free();
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(page.service.writes).toHaveLength(1);
  });

  it('keeps what was typed after a lost reply, and asks with the same key', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText('موجودی'), '9');
    page.service.failSave(0);
    await save(page);
    expect(await screen.findByText(/ارتباط با سرور برقرار نشد/)).toBeVisible();
    expect(form.getByLabelText('موجودی')).toHaveValue('۹');
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    const [first, second] = page.service.writes;
    expect(second).toEqual(first);
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes another key for other values, and after a refusal', async () => {
    const page = await openPage();
    const form = await edit(page);
    page.service.failSave(0);
    await save(page);
    await screen.findByText(/ارتباط با سرور برقرار نشد/);
    await type(page, form.getByLabelText('موجودی'), '8');
    page.service.failSave(422, { message: 'نه' });
    await save(page);
    expect(await screen.findByText('نه')).toBeVisible();
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(new Set(page.service.writes.map(({ key }) => key)).size).toBe(3);
  });

  it('says its own sentence when the server has none', async () => {
    const page = await openPage();
    await edit(page);
    page.service.failSave(500);
    await save(page);
    expect(await screen.findByText('خطا در ذخیره تغییرات')).toBeVisible();
  });

  it('says that there is no internet, and keeps what was typed', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText('موجودی'), '7');
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(await form.findByText(/اینترنت قطع است. آنچه نوشته‌اید می‌ماند/)).toBeVisible();
    await save(page);
    expect(page.service.writes).toEqual([]);
    offline.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(form.queryByText(/اینترنت قطع است/)).not.toBeInTheDocument());
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(page.service.stored.types[0]?.mojoody).toBe(7);
    offline.mockRestore();
  });
});

describe('a type that was changed elsewhere', () => {
  it('is read again below what was typed, and then saved', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText(SELL), '130000');
    page.service.changeElsewhere('t1', { priceSelOne: 120_000, priceBuyOne: 85_000 });
    await save(page);
    expect(await form.findByText(/در جای دیگری تغییر کرده است و هنوز چیزی ذخیره نشد/)).toBeVisible();
    expect(form.getByLabelText(SELL)).toHaveValue('۱۳۰٬۰۰۰');
    await save(page);
    expect(page.service.writes).toHaveLength(1);

    await page.user.click(form.getByRole('button', { name: 'خواندن نسخه تازه' }));
    expect(await form.findByText(/مقدار تازه: ۱۲۰٬۰۰۰/)).toBeVisible();
    expect(form.getByLabelText(SELL)).toHaveValue('۱۳۰٬۰۰۰');
    expect(form.getByLabelText(BUY)).toHaveValue('۸۵٬۰۰۰');
    await save(page);
    await screen.findByText('تغییرات با موفقیت ذخیره شد');
    expect(page.service.stored.types[0]).toMatchObject({ priceSelOne: 130_000, priceBuyOne: 85_000 });
  });

  it('gives its value for mine in one press', async () => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText('موجودی'), '5');
    page.service.changeElsewhere('t1', { mojoody: 66 });
    await save(page);
    await page.user.click(await form.findByRole('button', { name: 'خواندن نسخه تازه' }));
    await page.user.click(await form.findByRole('button', { name: 'جایگزین کن' }));
    expect(form.getByLabelText('موجودی')).toHaveValue('۶۶');
    expect(form.queryByText(/مقدار تازه/)).not.toBeInTheDocument();
  });
});

describe('one editor at a time', () => {
  it('refuses another slide of the product', async () => {
    const page = await openPage();
    await edit(page);
    await page.user.click(screen.getByRole('tab', { name: '۹۰۰ گرم، ۲ از ۴' }));
    expect(await screen.findByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.')).toBeVisible();
    expect(screen.getByRole('form', { name: 'ویرایش ۴۵۰ گرم' })).toBeVisible();
  });

  it.each(['بازگشت', 'بستن'])('refuses to leave by «%s»', async (name) => {
    const page = await openPage();
    const form = await edit(page);
    await type(page, form.getByLabelText('موجودی'), '5');
    await page.user.click(screen.getByRole('link', { name }));
    expect(await screen.findByText('لطفا قبل از خروج تغییرات را ذخیره کنید!')).toBeVisible();
    expect(page.at()).toBe(address);
    expect(form.getByLabelText('موجودی')).toHaveValue('۵');
  });

  it('refuses the browser’s Back, again and again, and the closing of the tab', async () => {
    const page = await openPage();
    await edit(page);
    for (let step = 0; step < 2; step += 1) {
      await page.router.navigate(-1);
      await waitFor(() => expect(page.router.state.navigation.state).toBe('idle'));
      expect(page.at()).toBe(address);
    }
    expect((await screen.findAllByText('لطفا قبل از خروج تغییرات را ذخیره کنید!')).length).toBeGreaterThan(0);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await page.user.click(screen.getByRole('button', { name: 'لغو ویرایش' }));
    await page.router.navigate(-1);
    await waitFor(() => expect(page.at()).toBe('/home'));
  });

  it('says once in three seconds that something is edited while the page is scrolled', async () => {
    let clock = Date.now();
    const now = vi.spyOn(Date, 'now').mockImplementation(() => clock);
    const page = await openPage();
    await edit(page);
    const scrollAfter = async (ms: number) => {
      clock += ms;
      fireEvent.scroll(window);
      await Promise.resolve();
    };
    const warning = () => screen.queryByText('لطفا محصول در حال ویرایش را ذخیره یا لغو کنید');
    await scrollAfter(100);
    expect(warning()).not.toBeInTheDocument();
    await scrollAfter(900);
    await waitFor(() => expect(warning()).toBeVisible());
    const first = warning();
    await scrollAfter(1_000);
    await scrollAfter(1_000);
    expect([first, null]).toContain(warning());
    await scrollAfter(1_500);
    await waitFor(() => {
      expect(warning()).toBeVisible();
      expect(warning()).not.toBe(first);
    });
    now.mockRestore();
  });
});
