import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, operator, sellers, test } from '../fixtures';
import { ids, settled } from '../models/screen';

/** Of an entry that the browser itself leads to, without a document of its own. */
const OUTSIDE = 'about:blank';

/** Where Back leads from a page that a tab begins with: each place until it is out of the app, three at most. */
async function wayOut(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(OUTSIDE);
  await page.goto(url);
  await settled(page);
  const places: string[] = [];
  while (places.length < 3 && page.url() !== OUTSIDE) {
    const before = page.url();
    // A step that leads out of the page takes with it whoever asked for it.
    await page.evaluate(() => void setTimeout(() => window.history.back()));
    const asks = page.getByRole('alertdialog');
    await expect.poll(async () => page.url() !== before || asks.isVisible()).toBe(true);
    if (page.url() !== OUTSIDE) await settled(page);
    const { pathname } = new URL(page.url());
    places.push(page.url() === OUTSIDE ? 'out' : (await asks.isVisible()) ? 'asks' : pathname);
    if (places.at(-1) === 'asks') break;
  }
  return places;
}

test('Back leads out of every page that a tab begins with', async ({ page, logIn }) => {
  test.slow();
  await logIn(sellers.normal);
  const { customer, order, product } = await ids(page);
  const found: Record<string, readonly string[]> = {};
  const straight = [
    ...[paths.dashboard, paths.customers, paths.orders, paths.settings, paths.productsImport].map(({ href }) => href()),
    ...[paths.productsReport, paths.regionsReport, paths.customersReport].map(({ href }) => href()),
    ...[paths.customerOrders.href(customer), paths.order.href(customer, order), paths.product.href(product)],
  ];
  const products = [paths.products.href(), `${paths.products.href()}?sort=newest`];
  for (const url of [...straight, ...products, paths.home.href()]) found[url] = await wayOut(page, url);
  await logIn(sellers.special);
  const { invoice } = await ids(page);
  const business = [paths.invoices.href(), paths.invoice.href(invoice)];
  for (const url of business) found[url] = await wayOut(page, url);
  await logIn(operator);
  found[paths.findOrder.href()] = await wayOut(page, paths.findOrder.href());
  expect(found).toEqual({
    ...Object.fromEntries([...straight, ...business, paths.findOrder.href()].map((url) => [url, ['out']])),
    // The way back leads to the dashboard from wherever the list was opened, and is no circle.
    ...Object.fromEntries(products.map((url) => [url, [paths.dashboard.href(), 'out']])),
    [paths.home.href()]: ['asks'],
  });
});
