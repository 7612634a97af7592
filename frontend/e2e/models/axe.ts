import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { untilStill } from './motion';

/** Those that axe does not ask of itself: of the level that the product keeps, or not settled in every word. */
const RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly html: string;
  readonly target: string;
}

/**
 * What axe finds within `scope`. Its half a megabyte comes into a document once: it takes as long to be read as a page
 * takes to be looked at.
 */
async function run(page: Page, options: axe.RunOptions, scope?: string): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, asked]) => {
      const there = (window as unknown as { axe: typeof axe }).axe;
      // Only what is wrong is described.
      const { violations } = await there.run(within ?? document, { ...asked, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ impact, html, target }) => ({ id, impact: impact ?? null, html, target: String(target[0]) })),
      );
    },
    [scope, options] as const,
  );
}

/** Whether a target is too small in the middle of the screen as well: half under a bar that stays, it only seems so. */
async function isSmall(page: Page, target: string): Promise<boolean> {
  const before = await page.evaluate((selector) => {
    const { scrollY } = window;
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return scrollY;
  }, target);
  const found = await run(page, { runOnly: ['target-size'] }, target);
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), before);
  return found.length > 0;
}

/** What axe finds on show, of any weight; `coloursOnly` where nothing but the theme is new. */
export async function violations(page: Page, coloursOnly: boolean): Promise<string[]> {
  const lines: string[] = [];
  for (const { id, html, target } of await run(page, coloursOnly ? { runOnly: ['color-contrast'] } : { rules: RULES }))
    if (id !== 'target-size' || (await isSmall(page, target))) lines.push(`${id}: ${html.slice(0, 160)}`);
  return lines;
}

/** What axe finds on show that hinders somebody, when nothing moves any more. */
export async function hindrances(page: Page): Promise<string[]> {
  await untilStill(page);
  const found = await run(page, {});
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html}`);
}
