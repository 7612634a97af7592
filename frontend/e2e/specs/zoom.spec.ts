import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { ids, settled } from '../models/screen';

/** What one meets who needs large letters: the browser's text at 200 %, and a page at 400 %. */

async function urls(page: Page): Promise<readonly string[]> {
  const { customer, order, product } = await ids(page);
  const lists = [
    paths.home,
    paths.products,
    paths.customers,
    paths.orders,
    paths.settings,
    paths.dashboard,
    paths.productsReport,
  ];
  return [
    ...lists.map(({ href }) => href()),
    paths.customerOrders.href(customer),
    paths.order.href(customer, order),
    paths.product.href(product),
    `${paths.customers.href()}?order=${order}`,
  ];
}

/** What stands beyond the edge of the page. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > clientWidth + 1) && !element.closest('[data-rail]');
      })
      .slice(0, 5)
      .map((element) => `${element.tagName} «${element.textContent.slice(0, 40)}»`);
  });

/** What is as wide as the window, a chart, follows it a moment later. */
const staysOnThePage = (page: Page, url: string) => expect.poll(() => beyond(page), { message: url }).toEqual([]);

test('text is twice as large where the browser says so, and stays on the page @phone', async ({ page, logIn }) => {
  test.slow();
  await logIn(sellers.normal);
  for (const url of await urls(page)) {
    await page.goto(url);
    await settled(page);
    const heading = page.locator('h1').first();
    const sizeOf = () => heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const before = await sizeOf();
    // What the browser's setting does to a page that says nothing of its root.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    expect(await sizeOf()).toBe(2 * before);
    await staysOnThePage(page, url);
  }
});

test('at 400 % no bar stands between the reader and the page @phone', async ({ page, logIn }) => {
  test.slow();
  await logIn(sellers.normal);
  // 1280 × 1024.
  await page.setViewportSize({ width: 320, height: 256 });
  const found: string[] = [];
  for (const url of await urls(page)) {
    await page.goto(url);
    await settled(page);
    await staysOnThePage(page, url);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await page.evaluate(async () => new Promise(requestAnimationFrame));
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > innerWidth / 2 && height < innerHeight)
        .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0),
    );
    if (covered > 256 / 8) found.push(`${url}: ${covered} of 256 px are bars`);
  }
  expect(found).toEqual([]);
});
