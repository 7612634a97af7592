import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { LAYERS } from '../models/layers';
import { ids } from '../models/screen';

// What does not come is the point here; everything else the page may complain of still fails.
test.use({ allowed: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ChunkLoadError/] });

const FAILED = 'این بخش بارگیری نشد';
const opened = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'عملیات سفارش' });

/** Until the page has all its code, as it notes in the browser's timeline (`shared/lib/ahead`). */
const rested = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('pishkhan-ahead-done').length > 0, null, { timeout: 30_000 });

/** From now on no file comes: a page that has just been opened does without what it had not loaded yet. */
async function holdFiles(page: Page): Promise<() => Promise<void>> {
  await page.route('**/assets/*.js', (route) => route.abort());
  return () => page.unroute('**/assets/*.js');
}

test('what an open page can do needs no more files @phone', async ({ page, logIn }) => {
  test.slow();
  await logIn(sellers.normal);
  const known = await ids(page);
  const { customer, order, product } = known;
  const urls = [
    paths.order.href(customer, order),
    paths.customers.href(),
    paths.orders.href(),
    paths.customerOrders.href(customer),
    paths.settings.href(),
    paths.products.href(),
    paths.product.href(product),
  ];
  const layers = LAYERS.filter(({ who, url }) => who === 'normal' && urls.includes(url(known)));
  expect(layers.length).toBeGreaterThan(15);
  for (const address of urls)
    await test.step(address, async () => {
      const here = layers.filter(({ url }) => url(known) === address);
      let release = async () => Promise.resolve();
      for (const [at, { name, open }] of here.entries())
        await test.step(name, async () => {
          // An open editor leaves no way to what lies beside it.
          if (at === 0 || address === paths.settings.href()) {
            await release();
            await page.goto(address);
            await rested(page);
            release = await holdFiles(page);
          }
          await open(page);
          await expect(opened(page).last()).toBeVisible();
          await expect(page.getByText(FAILED)).toHaveCount(0);
          await expect(async () => {
            await page.keyboard.press('Escape');
            expect(await opened(page).count()).toBe(0);
          }).toPass();
        });
      await release();
    });
});

test('what does not come fails in its own place, and comes by itself', async ({ page, context, logIn }) => {
  await logIn(sellers.normal);
  const { customer, order } = await ids(page);
  await page.goto(paths.order.href(customer, order));
  await expect(menuButton(page)).toBeVisible();
  const release = await holdFiles(page);
  await context.setOffline(true);
  await menuButton(page).click();
  const told = page.getByRole('alertdialog', { name: FAILED });
  await expect(told).toBeVisible();
  await expect(page.getByRole('heading', { name: 'سفارش مشتری' })).toBeAttached();
  await expect(told.getByRole('button', { name: 'بارگذاری دوباره صفحه' })).toHaveCount(0);
  await release();
  await context.setOffline(false);
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(told).toBeHidden();
});

test('a step whose page does not come stays where it was, and is made when the network is back', async ({
  page,
  context,
  logIn,
}) => {
  await logIn(sellers.normal);
  await page.goto(paths.home.href());
  const link = page.getByRole('main').getByRole('link', { name: 'مشتریان' });
  await expect(link).toBeVisible();
  const release = await holdFiles(page);
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole('progressbar', { name: 'در حال باز شدن صفحه' })).toBeAttached();
  await expect(page).toHaveURL(/\/home$/);
  await expect(link).toBeVisible();
  await release();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/seller-customers$/);
  await expect(page.getByRole('heading', { name: 'مشتریان' })).toBeVisible();
});

test('a page whose session could not be checked, and a list that did not come, come by themselves', async ({
  page,
  logIn,
}) => {
  await logIn(sellers.normal);
  await page.route('**/user/**', (route) => route.abort());
  await page.goto(paths.customers.href());
  await expect(page.getByRole('heading', { name: 'ورود شما بررسی نشد' })).toBeVisible();
  // The device has a network all along: the browser tells of nothing.
  await page.unroute('**/user/**');
  await expect(page.getByRole('heading', { name: 'مشتریان' })).toBeVisible();
  await expect(page.getByText('اتصال', { exact: false })).toHaveCount(0);

  await page.route('**/user/customer-list-app2**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'تلاش دوباره' })).toBeVisible();
  await page.unroute('**/user/customer-list-app2**');
  await expect(page.getByRole('button', { name: 'تلاش دوباره' })).toHaveCount(0);
  await expect(page.getByText('ارتباط با سرور برقرار نشد.')).toHaveCount(0);
});

test('a call that never comes, among others that do, is asked for now and then, and its failure stays on show @phone', async ({
  page,
  logIn,
}) => {
  await logIn(sellers.normal);
  const at: number[] = [];
  await page.route('**/market/products-bind-app2**', (route) => {
    at.push(Date.now());
    return route.abort();
  });
  await page.goto(paths.products.href());
  const again = page.getByRole('button', { name: 'تلاش دوباره' });
  await expect(again).toBeVisible();
  await page.waitForTimeout(12_000);
  await expect(again).toBeVisible();
  // The first ones of the page itself, one when the others were answered, then after 3 and 6 seconds.
  expect(at.length).toBeLessThan(10);
});
