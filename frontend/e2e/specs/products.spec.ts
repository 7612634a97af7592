import { expect, test } from '../fixtures';
import { scrollToEnd, scrollToPlace } from '../models/list';
import {
  brandsOf,
  chooseSort,
  counted,
  entries,
  entryOf,
  listed,
  localDigits,
  productList,
  searchBox,
  titles,
  visitProducts,
} from '../models/productList';
import {
  openEditor,
  own,
  productNamed,
  putBack,
  saveButton,
  scrollUntilWarned,
  stockField,
  typeNow,
} from '../models/productPage';

const NO_MATCH = 'محصولی با این مشخصات یافت نشد.';
const DEEP = 25;

// Each of them visits several pages.
test.slow();

test('home leads to the products, and every way back leads to the dashboard', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/home');
  // The list of home: the dashboard, still drawn for a moment, has links of like names.
  const tile = page.getByRole('list', { name: 'بخش‌ها', exact: true }).getByRole('link', { name: 'محصولات' });
  const open = async () => {
    await tile.click();
    await expect(page).toHaveURL(/\/products$/);
    await expect(page).toHaveTitle(/^محصولات/);
    await expect(entries(page).first()).toBeVisible();
  };
  await open();
  const facts = page.getByRole('region', { name: 'اطلاعات فروشگاه' });
  await expect(facts.getByRole('link', { name: /^تماس با/ })).toHaveAttribute('href', /^tel:09\d{9}$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  // The way back is not a circle.
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await open();
  await page.getByRole('main').getByRole('link', { name: 'بازگشت' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await visitProducts(page);
  await page.getByRole('main').getByRole('link', { name: 'بستن' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a search finds whatever letters it is typed with, and goes by its chip', async ({ page, logIn }) => {
  await logIn();
  const arabic = 'چاي كيسه';
  const { product, total } = await listed(page, `&search=${encodeURIComponent('چای کیسه')}`);
  expect(total, 'the demo has tea').toBeGreaterThan(0);
  await visitProducts(page);
  await searchBox(page).fill(arabic);
  await expect(counted(page, total)).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(product.map(({ title }) => localDigits(title)));
  await expect(page).toHaveURL(/\?search=/);
  await page.reload();
  await expect(searchBox(page)).toHaveValue(arabic);
  await expect(counted(page, total)).toBeVisible();

  await searchBox(page).fill('چنین نامی نیست');
  await expect(page.getByText(NO_MATCH)).toBeVisible();
  await page.getByRole('button', { name: /^حذف فیلتر جستجو/ }).click();
  await expect(counted(page, (await listed(page)).total)).toBeVisible();
  await expect(searchBox(page)).toHaveValue('');
});

test('brands are chosen together, taken away by chips, and all come back', async ({ page, logIn }) => {
  await logIn();
  const [first, second] = await brandsOf(page);
  if (!first || !second) throw new Error('the demo has brands');
  const all = (await listed(page)).total;
  await visitProducts(page);
  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: 'همه محصولات' }).click();
  await menu.getByRole('menuitemcheckbox', { name: `${first.name} (${localDigits(first.count)})` }).click();
  await menu.getByRole('menuitemcheckbox', { name: `${second.name} (${localDigits(second.count)})` }).click();
  await page.keyboard.press('Escape');
  await expect(counted(page, first.count + second.count)).toBeVisible();
  const { product } = await listed(page, `&brands=${first._id},${second._id}`);
  expect(new Set(product.map(({ brand }) => brand._id))).toEqual(new Set([first._id, second._id]));

  await page.getByRole('button', { name: `حذف فیلتر ${first.name}` }).click();
  await expect(counted(page, second.count)).toBeVisible();
  await page.getByRole('button', { name: second.name, exact: true }).click();
  await menu.getByRole('menuitemcheckbox', { name: 'همه محصولات' }).click();
  // Outside of a menu, a press only closes it.
  await page.mouse.click(5, 5);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/products$/);
  await expect(counted(page, all)).toBeVisible();
});

test('every order is the server’s, and one menu closes the other', async ({ page, logIn }) => {
  await logIn();
  await visitProducts(page);
  await page.getByRole('button', { name: 'همه محصولات' }).click();
  await expect(page.getByRole('menu')).toHaveCount(1);
  await page.getByRole('button', { name: 'پیش‌فرض', includeHidden: true }).click({ force: true });
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  let before = 'پیش‌فرض';
  for (const [sort, name] of [
    ['newest', 'جدیدترین'],
    ['oldest', 'قدیمی‌ترین'],
    ['most-sales', 'پرفروش‌ترین'],
    ['least-sales', 'کم‌فروش‌ترین'],
  ] as const) {
    await chooseSort(page, before, name);
    await expect(page).toHaveURL(new RegExp(`\\?sort=${sort}$`));
    const { product } = await listed(page, `&sort=${sort}`);
    await expect
      .poll(async () => (await titles(page))[0])
      .toBe(localDigits(product[0]?.title ?? 'the demo has products'));
    before = name;
  }
  await page.getByRole('button', { name: 'حذف فیلتر کم‌فروش‌ترین' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('scrolling brings every product once, page by page, up to the end marker @both', async ({ page, logIn }) => {
  await logIn();
  const { total } = await listed(page);
  const asked: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/market/products-bind-app2') asked.push(Number(url.searchParams.get('page')));
  });
  await visitProducts(page);
  await expect(entries(page).first()).toHaveAttribute('aria-setsize', String(total));
  const seen = await scrollToEnd(page);
  expect([...seen.keys()].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: total }, (_, at) => at + 1),
  );
  expect(asked).toEqual(Array.from({ length: Math.ceil(total / 15) }, (_, at) => at + 1));
  // Only those near the screen are drawn.
  expect(await entries(page).count()).toBeLessThan(total);
});

test('Back from a product, and from a basket, brings the list as it was left @both', async ({ page, logIn }) => {
  await logIn();
  await visitProducts(page, '?sort=newest');
  const deep = entries(page).and(page.locator(`[aria-posinset="${DEEP}"]`));
  await scrollToPlace(page, DEEP);
  await deep.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded();
  const title = await deep.getByRole('heading', { level: 2 }).innerText();
  const top = await page.evaluate(() => Math.round(window.scrollY));
  await deep.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/products-details\//);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/products\?sort=newest$/);
  await expect(deep.getByRole('link', { name: title })).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(4);

  const kept = (key: string) => page.evaluate((name) => window.sessionStorage.getItem(name), key);
  // The next page is asked for before its place is reached.
  await expect.poll(() => kept('seller_page')).toMatch(/^[23]$/);
  const noted = await kept('seller_top_product_id');
  const step = (path: string) =>
    page.evaluate((to) => {
      window.history.pushState({ idx: 9, key: `k${to}` }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
    }, path);
  await page.goto('/basket/1');
  await expect(page.getByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible();
  await step('/products?sort=newest');
  await expect(productList(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  await expect.poll(() => kept('seller_top_product_id')).toBe(noted);
});

test('a type edited on the spot is what the stock says then, and the list stays where it is', async ({
  page,
  logIn,
}) => {
  await logIn();
  const product = await productNamed(page, own('خیارشور ممتاز', 'عدس درشت'));
  const [type] = product.productTypes;
  if (!type) throw new Error('no type');
  const before = await typeNow(page, product._id, type._id);
  await visitProducts(page, `?search=${encodeURIComponent(product.title)}`);
  const entry = entryOf(page, product.title);
  await expect(entry).toBeVisible();
  let lists = 0;
  page.on('request', (request) => {
    if (request.url().includes('products-bind-app2')) lists += 1;
  });
  await openEditor(page, type);
  await stockField(page).fill('321');
  await page.keyboard.press('Tab');
  await saveButton(page).click();
  await expect(page.getByText('تغییرات با موفقیت ذخیره شد.')).toBeVisible();
  await expect(entry.getByText('۳۲۱', { exact: true })).toBeVisible();
  const stock = await page.request.get(`/market/getMojoody-app2/${type._id}`);
  expect(await stock.json()).toEqual({ product: [{ mojoody: 321 }] });
  await entry.getByRole('button', { name: `اطلاعات ${localDigits(type.nameNoeMahsool)}` }).click();
  await expect(page.getByRole('dialog').getByText('موجودی ۳۲۱')).toBeVisible();
  expect(lists, 'nothing is fetched again').toBe(0);
  await putBack(page, product._id, before);
});

test('an open editor holds its card, its list and the page', async ({ page, logIn }) => {
  await logIn();
  await visitProducts(page);
  const pencil = entries(page)
    .first()
    .getByRole('button', { name: /^ویرایش/ })
    .first();
  await pencil.click();
  const form = page.getByRole('form', { name: /^ویرایش/ });
  await expect(form).toBeVisible();
  await page.mouse.move(200, 500);
  await scrollUntilWarned(page);
  for (let step = 0; step < 12; step += 1) await page.evaluate(() => window.scrollBy(0, 700));
  await expect(page.getByText('لطفا محصول در حال ویرایش را ذخیره یا لغو کنید')).toHaveCount(1);
  await expect(form, 'it is not taken off the page').toBeAttached();
  await chooseSort(page, 'پیش‌فرض', 'جدیدترین');
  await expect(page.getByText('لطفا ابتدا ویرایش فعلی را ذخیره یا لغو کنید.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await page.goBack();
  await expect(page.getByText('لطفا قبل از خروج تغییرات را ذخیره کنید!').first()).toBeVisible();
  await form.getByRole('button', { name: 'لغو ویرایش' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('a server that fails', () => {
  test.use({ allowed: [/(500 \(Internal Server Error\)|400 \(Bad Request\))/] });

  test('is told where it failed, and asked again', async ({ page, logIn }) => {
    await logIn();
    await page.route(/products-bind-app2\?page=1&/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.route(/products-bind-app2\?page=2&/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.route('**/user/seller-bind-app2', (route) => route.fulfill({ status: 400, json: { f1: 'نامعتبر' } }), {
      times: 1,
    });
    await visitProducts(page);
    await expect(page.getByRole('alert').filter({ hasText: 'f1: نامعتبر' }).first()).toBeVisible();
    const failed = page.getByRole('main').getByText('خطا در بارگذاری اولیه محصولات');
    await expect(failed).toBeVisible();
    const again = page.getByRole('main').getByRole('button', { name: 'تلاش دوباره' });
    await again.last().click();
    await expect(entries(page).first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('main').getByText('خطا در بارگذاری محصولات بیشتر')).toBeVisible();
    await again.last().click();
    await scrollToEnd(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await again.click();
    await expect(page.getByRole('region', { name: 'اطلاعات فروشگاه' }).getByRole('link')).toBeVisible();
  });
});
