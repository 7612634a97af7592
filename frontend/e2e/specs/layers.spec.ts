import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { go, stepTo } from '../models/cutOff';
import { LAYERS } from '../models/layers';
import { ids, inspect, settled } from '../models/screen';

/** Menus too: each stands in a dialog of its own. */
const layers = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true });
/** When the page has been drawn with whatever a step has led to. */
const drawn = async (page: Page) =>
  page.evaluate(async () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Nothing is changed here.
test.describe.configure({ mode: 'parallel' });

for (const who of ['normal', 'special'] as const)
  test(`every layer of a ${who} seller is accessible, and Back closes it and nothing else @both`, async ({
    page,
    logIn,
  }, { project }) => {
    test.setTimeout(240_000);
    await logIn(sellers[who]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const known = await ids(page);
    const found: string[] = [];
    for (const { name, url, open } of LAYERS.filter((layer) => layer.who === who))
      await test.step(name, async () => {
        await stepTo(page, url(known));
        await open(page);
        await expect(layers(page).last()).toBeVisible();
        await settled(page);
        const top = await layers(page).last().elementHandle();
        const path = new URL(page.url()).pathname;
        found.push(...(await inspect(page, name, project.name)));
        expect(await top.isVisible(), 'stays open in every size').toBe(true);
        await go(page, -1);
        await top.waitForElementState('hidden');
        expect(new URL(page.url()).pathname).toBe(path);
        const left = await layers(page).count();
        await go(page, 1);
        await drawn(page);
        await expect(layers(page)).toHaveCount(left);
      });
    expect(found).toEqual([]);
  });

test('Back closes a layer on the first entry of a tab, and only then leaves it', async ({ page, logIn }) => {
  await logIn(sellers.normal);
  const { customer, order } = await ids(page);
  const list = paths.customers.href();
  const type = async (url: string) => {
    await page.goto('about:blank');
    await page.goto(url);
    await settled(page);
  };
  const back = async (left: number) => {
    await go(page, -1);
    await expect(layers(page)).toHaveCount(left);
    await expect(page).toHaveURL(url);
  };
  const place = async () => {
    // A card of another font has another height, and what is on the screen stays where it is.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await drawn(page);
    return page.evaluate(() => ({ y: window.scrollY, entries: window.history.length }));
  };
  let url = new RegExp(`${list}$`);

  await type(list);
  // As soon as the list is there to scroll.
  await page.waitForFunction(() => {
    window.scrollTo(0, 900);
    return window.scrollY > 0;
  });
  for (const time of ['first', 'again'])
    await test.step(`two layers, the ${time} time`, async () => {
      await page.getByRole('button', { name: 'بازه', exact: true }).click();
      await page
        .getByRole('button', { name: /^باز کردن تقویم/ })
        .first()
        .click();
      await expect(layers(page)).toHaveCount(2);
      const { y } = await place();
      await back(1);
      await back(0);
      expect((await place()).y).toBe(y);
    });
  await test.step('one that is closed by hand takes no step', async () => {
    const { entries } = await place();
    await page.getByRole('button', { name: 'بازه', exact: true }).click();
    await layers(page).getByRole('button', { name: 'بستن' }).first().click();
    await expect(layers(page)).toHaveCount(0);
    await go(page, 1);
    await drawn(page);
    await expect(layers(page)).toHaveCount(0);
    expect((await place()).entries).toBe(entries);
  });
  await go(page, -1);
  await expect(page).toHaveURL('about:blank');

  await test.step('a reload forgets it', async () => {
    await type(list);
    await page.getByRole('button', { name: 'بازه', exact: true }).click();
    await expect(layers(page)).toHaveCount(1);
    await page.reload();
    await settled(page);
    await expect(layers(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'بازه', exact: true }).click();
    await expect(layers(page)).toHaveCount(1);
    await back(0);
    await go(page, -1);
    await expect(page).toHaveURL('about:blank');
  });

  await test.step('a page that is opened above it keeps its way back', async () => {
    url = new RegExp(`${paths.customerOrders.href(customer)}$`);
    await type(paths.customerOrders.href(customer));
    await page
      .getByRole('button', { name: /^عملیات سفارش/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'نمایش سریع' }).click();
    await expect(page).toHaveURL(/[?]order=/);
    await expect(layers(page)).toHaveCount(1);
    await back(0);
    await page
      .getByRole('button', { name: /^عملیات سفارش/ })
      .first()
      .click();
    await back(0);
    await go(page, -1);
    await expect(page).toHaveURL('about:blank');
  });

  await test.step('a dialog of the address', async () => {
    url = new RegExp(`${list}$`);
    await type(`${list}?order=${order}`);
    await expect(layers(page)).toHaveCount(1);
    await back(0);
    await go(page, 1);
    await drawn(page);
    await expect(layers(page)).toHaveCount(0);
    await expect(page).toHaveURL(url);
    await go(page, -1);
    await expect(page).toHaveURL('about:blank');
  });
});

test('a tab that begins with the app goes on, where it was, when Back finds nothing below the page', async ({
  page,
  context,
  baseURL,
  logIn,
}) => {
  await logIn(sellers.normal);
  const opened = context.waitForEvent('page');
  await page.evaluate(
    (url) => void window.open(url, '_blank', 'noopener'),
    `${baseURL ?? ''}${paths.customers.href()}`,
  );
  const tab = await opened;
  await settled(tab);
  await tab.waitForFunction(() => {
    window.scrollTo(0, 900);
    return window.scrollY > 0;
  });
  const place = async () => tab.evaluate(() => window.scrollY);
  for (const time of ['first', 'again'])
    await test.step(`the ${time} time`, async () => {
      await tab.getByRole('button', { name: 'بازه', exact: true }).click();
      await expect(layers(tab)).toHaveCount(1);
      const y = await place();
      for (const press of ['closes', 'finds nothing']) {
        await go(tab, -1);
        await expect(layers(tab)).toHaveCount(0);
        await drawn(tab);
        expect(await place(), press).toBe(y);
      }
      await expect(tab).toHaveURL(new RegExp(`${paths.customers.href()}$`));
    });
  await page.close();
});
