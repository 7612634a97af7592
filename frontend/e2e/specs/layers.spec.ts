import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { LAYERS } from '../models/layers';
import { ids, inspect, settled } from '../models/screen';

/** Menus too: each stands in a dialog of its own. */
const layers = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true });
const step = async (page: Page, by: -1 | 1) => page.evaluate((delta) => window.history.go(delta), by);

/** When the page has been drawn with whatever a step has led to. */
const drawn = async (page: Page) =>
  page.evaluate(async () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** To a page as its links lead there: above another page of the same visit. */
async function walk(page: Page, url: string): Promise<void> {
  await page.goto(paths.faq.href());
  await settled(page);
  await page.evaluate((to) => {
    window.history.pushState({ usr: null, key: 'walked', idx: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, url);
  await expect(page).toHaveURL(new RegExp(`${new URL(url, page.url()).pathname}([?]|$)`));
  await settled(page);
}

for (const who of ['normal', 'special'] as const)
  test(`every layer of a ${who} seller is accessible, and Back closes it and nothing else`, async ({
    page,
    logIn,
    violations,
  }, { project }) => {
    test.setTimeout(240_000);
    await logIn(sellers[who]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const known = await ids(page);
    const found: string[] = [];
    for (const { name, url, open } of LAYERS.filter((layer) => layer.who === who))
      await test.step(name, async () => {
        await walk(page, url(known));
        await open(page);
        await expect(layers(page).last()).toBeVisible();
        await settled(page);
        const top = await layers(page).last().elementHandle();
        const path = new URL(page.url()).pathname;
        found.push(...(await inspect(page, name, violations, project.name)));
        expect(await top.isVisible(), 'stays open in every size').toBe(true);
        await step(page, -1);
        await top.waitForElementState('hidden');
        expect(new URL(page.url()).pathname).toBe(path);
        const left = await layers(page).count();
        await step(page, 1);
        await drawn(page);
        await expect(layers(page)).toHaveCount(left);
      });
    expect(found).toEqual([]);
  });
