import { expect, sellers, test } from '../fixtures';
import {
  buyField,
  openEditor,
  own,
  pencil,
  productNamed,
  putBack,
  saveButton,
  scrollUntilWarned,
  sellField,
  shownTab,
  stockField,
  swipe,
  typeNow,
  visitProduct,
  writeType,
} from '../models/productPage';

const MANY_TYPES = 'چای سیاه کله‌مورچه ممتاز';

test('types are swiped through from right to left, and reached by keys, dots and thumbnails @both', async ({
  page,
  logIn,
}) => {
  await logIn();
  const product = await productNamed(page, MANY_TYPES);
  await visitProduct(page, product);
  const [first, second, third] = product.productTypes.map(({ nameNoeMahsool }) => nameNoeMahsool);
  await expect(shownTab(page)).toHaveAccessibleName(`${first}، ۱ از ۳`);

  // Right to left: dragging to the right brings the next one.
  await swipe(page, 140);
  await expect(shownTab(page)).toHaveAccessibleName(`${second}، ۲ از ۳`);
  await swipe(page, 45);
  await expect(shownTab(page)).toHaveAccessibleName(`${second}، ۲ از ۳`);
  await swipe(page, -140);
  await expect(shownTab(page)).toHaveAccessibleName(`${first}، ۱ از ۳`);
  await swipe(page, -140);
  await expect(shownTab(page)).toHaveAccessibleName(`${first}، ۱ از ۳`);

  await shownTab(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  await expect(shownTab(page)).toHaveAccessibleName(`${third}، ۳ از ۳`);
  await expect(shownTab(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(shownTab(page)).toHaveAccessibleName(`${second}، ۲ از ۳`);

  await page.getByRole('button', { name: `نمایش ${first}` }).click();
  await expect(shownTab(page)).toHaveAccessibleName(`${first}، ۱ از ۳`);
  await page.getByRole('tab', { name: `${third}، ۳ از ۳` }).click();
  await expect(page.getByRole('tabpanel', { name: third ?? '' })).toBeInViewport();
});

test('a type is edited in place: cancelled, refused, saved and still there after a reload', async ({ page, logIn }) => {
  await logIn();
  const product = await productNamed(page, own('چای کیسه‌ای ارل‌گری', 'قند حبه'));
  const [type] = product.productTypes;
  if (!type) throw new Error('no type');
  const before = await typeNow(page, product._id, type._id);
  await visitProduct(page, product);

  await openEditor(page, type);
  await stockField(page).fill('۷۷۷');
  await page.getByRole('button', { name: 'لغو ویرایش' }).click();
  await expect(pencil(page, type)).toBeFocused();
  await expect(page.getByText('۷۷۷')).toHaveCount(0);

  const form = await openEditor(page, type);
  await buyField(page).fill('۱۰۰۰۰۰');
  await expect(buyField(page)).toHaveValue('۱۰۰٬۰۰۰');
  await sellField(page).fill('99999');
  await saveButton(page).click();
  await expect(form.getByText('قیمت فروش نباید کمتر از قیمت خرید باشد.')).toBeVisible();
  await expect(sellField(page)).toBeFocused();
  await sellField(page).fill('');
  await saveButton(page).click();
  await expect(form.getByText('این فیلد نمیتواند خالی باشد')).toBeVisible();

  await sellField(page).fill('۱۲۵۰۰۰');
  await expect(form.getByText('۲۰\u200f٪', { exact: true })).toBeVisible();
  await stockField(page).fill('12');
  const note = `یادداشت ${Date.now()}`;
  await form.getByRole('textbox', { name: 'توضیحات' }).fill(note);
  await form.getByRole('switch', { name: 'فعال' }).press('Space');
  await saveButton(page).click();
  await expect(page.getByText('تغییرات با موفقیت ذخیره شد', { exact: true })).toBeVisible();
  await page.reload();
  const slide = page.getByRole('tabpanel', { name: type.nameNoeMahsool });
  await expect(slide.getByText(note)).toBeVisible();
  await expect(slide.getByText('۱۲۵٬۰۰۰')).toBeVisible();
  expect(await typeNow(page, product._id, type._id)).toMatchObject({
    priceBuyOne: 100_000,
    priceSelOne: 125_000,
    mojoody: 12,
    isActive: false,
    version: before.version + 1,
  });
  await putBack(page, product._id, before);
});

test('nobody leaves an open editor, by link, Back or scrolling away unwarned', async ({ page, logIn }) => {
  await logIn();
  const product = await productNamed(page, MANY_TYPES);
  const [type, other] = product.productTypes;
  if (!type || !other) throw new Error('no types');
  await page.goto(`/products?search=${encodeURIComponent(product.title)}`);
  await page.getByRole('link', { name: product.title }).click();
  await expect(page).toHaveURL(new RegExp(`${product._id}$`));
  await openEditor(page, type);
  const refused = page.getByText('لطفا قبل از خروج تغییرات را ذخیره کنید!').first();
  await page.getByRole('link', { name: 'بستن' }).click();
  await expect(refused).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${product._id}$`));
  await page.getByRole('tab', { name: new RegExp(`^${other.nameNoeMahsool}،`) }).click();
  await expect(page.getByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.').first()).toBeVisible();
  await swipe(page, 140);
  await expect(page.getByRole('form', { name: `ویرایش ${type.nameNoeMahsool}` })).toBeVisible();

  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 500 });
  await scrollUntilWarned(page);

  await page.getByRole('button', { name: 'لغو ویرایش' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/products\?search=/);
});

test.describe('a stale type', () => {
  // The browser itself reports the refused call on its console.
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('is read again below what was typed, and then saved', async ({ page, logIn, accessible }) => {
    await logIn();
    const product = await productNamed(page, own('برنج ایرانی هاشمی', 'روغن مایع آفتابگردان'));
    const [type] = product.productTypes;
    if (!type) throw new Error('no type');
    const before = await typeNow(page, product._id, type._id);
    await visitProduct(page, product);
    const form = await openEditor(page, type);
    await sellField(page).fill(String(before.priceSelOne + 5_000));
    const elsewhere = { ...before, priceSelOne: before.priceSelOne + 2_000, toz: 'از جای دیگر' };
    expect(await writeType(page, product._id, elsewhere)).toBe(200);

    await saveButton(page).click();
    await expect(form.getByText(/در جای دیگری تغییر کرده است/)).toBeVisible();
    await accessible();
    await form.getByRole('button', { name: 'خواندن نسخه تازه' }).click();
    await expect(form.getByText(/مقدار تازه:/)).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'توضیحات' })).toHaveValue('از جای دیگر');
    await accessible();
    await saveButton(page).click();
    await expect(page.getByText('تغییرات با موفقیت ذخیره شد', { exact: true })).toBeVisible();
    expect(await typeNow(page, product._id, type._id)).toMatchObject({
      priceSelOne: before.priceSelOne + 5_000,
      toz: 'از جای دیگر',
    });
    await putBack(page, product._id, before);
  });
});

test.describe('a broken connection', () => {
  test.use({ allowed: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

  test('a lost answer is asked for again and done once, and without internet nothing is sent', async ({
    page,
    logIn,
  }) => {
    await logIn();
    const product = await productNamed(page, own('اسپاگتی ۱٫۲', 'قهوه فوری ۳ در ۱'));
    const [type] = product.productTypes;
    if (!type) throw new Error('no type');
    const before = await typeNow(page, product._id, type._id);
    await visitProduct(page, product);
    const form = await openEditor(page, type);
    await sellField(page).fill(String(before.priceSelOne + 1_000));
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('edit-productType')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route(
      '**/market/edit-productType-app2',
      async (route) => {
        // It arrives and is done; only the answer does not come back.
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    await saveButton(page).click();
    await expect(page.getByText(/ارتباط با سرور برقرار نشد/).first()).toBeVisible();

    await page.context().setOffline(true);
    await expect(form.getByText(/اینترنت قطع است. آنچه نوشته‌اید می‌ماند/)).toBeVisible();
    await expect(saveButton(page)).toBeDisabled();
    await sellField(page).press('Enter');
    await page.context().setOffline(false);
    await expect(form.getByText(/اینترنت قطع است/)).toHaveCount(0);

    await saveButton(page).click();
    await expect(page.getByText('تغییرات با موفقیت ذخیره شد', { exact: true })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await typeNow(page, product._id, type._id)).toMatchObject({
      priceSelOne: before.priceSelOne + 1_000,
      version: before.version + 1,
    });
    await putBack(page, product._id, before);
  });
});

test('a child seller looks and does not touch', async ({ page, logIn }) => {
  await logIn(sellers.child);
  const product = await productNamed(page, MANY_TYPES);
  expect(product.productTypes.length).toBeGreaterThan(3);
  await visitProduct(page, product);
  await expect(page.getByText('حساب شما اجازه ویرایش محصولات را ندارد.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^ویرایش/ })).toHaveCount(0);

  // Thumbnails stand in threes, and the group of the type on show is in sight.
  const last = product.productTypes.at(-1)?.nameNoeMahsool ?? '';
  await expect(page.getByRole('button', { name: `نمایش ${last}` })).not.toBeInViewport();
  await page.getByRole('tab').last().click();
  await expect(page.getByRole('button', { name: `نمایش ${last}` })).toBeInViewport();
  await expect(page.getByRole('tabpanel', { name: last }).getByText('ناموجود')).toBeVisible();

  const [type] = product.productTypes;
  if (!type) throw new Error('no type');
  expect(await writeType(page, product._id, await typeNow(page, product._id, type._id))).toBe(403);
});

test.describe('a product that is not there', () => {
  test.use({ allowed: [/404 \(Not Found\)/] });

  test('is said so, with a way to the others', async ({ page, logIn, accessible }) => {
    await logIn();
    await page.goto('/products-details/019a9a00-0000-7000-8000-0000000000ff');
    await expect(page.getByText('این محصول پیدا نشد. شاید حذف شده باشد.')).toBeVisible();
    await accessible();
    await page.getByRole('link', { name: 'همه محصولات' }).click();
    await expect(page).toHaveURL(/\/products$/);
  });
});
