import { expect, type Page } from '@playwright/test';
import { violations } from './axe';
import { misread } from './texts';

/** Where sizes and texts are looked at: the narrowest that there is, then the project's own. */
const sizes = {
  phone: [
    [360, 780],
    [390, 844],
  ],
  desktop: [[1440, 900]],
} as const;
/** axe asks nothing of the narrowest that it does not ask of the project's own, but for what overlaps: `make prove`. */
const isWhole = process.env['PISHKHAN_E2E_WHOLE'] === '1';

interface Found {
  readonly wide: string[];
  readonly small: string[];
}

/** Asks the page itself: what stands beyond its edge, and what is smaller than a finger. */
const measure = (page: Page): Promise<Found> =>
  page.evaluate(() => {
    const TOUCH = 44;
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}»`;
    const root = document.documentElement;
    const wide =
      root.scrollWidth > root.clientWidth
        ? [...document.querySelectorAll('body *')]
            .filter((element) => {
              const { left, right, width } = element.getBoundingClientRect();
              return width > 1 && (left < -1 || right > root.clientWidth + 1) && !element.closest('[data-rail]');
            })
            .slice(0, 5)
            .map(name)
        : [];
    const hit = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      const grown = after.content !== 'none' && after.position === 'absolute';
      return {
        width: Math.max(width, grown ? Number.parseFloat(after.width) : 0),
        height: Math.max(height, grown ? Number.parseFloat(after.height) : 0),
      };
    };
    const small = [
      ...document.querySelectorAll('a[href], button, input, textarea, select, [role="switch"], [tabindex="0"]'),
    ]
      .map((element) => element.closest('label') ?? element)
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // A word in a sentence is as high as its line.
      .filter((element) => getComputedStyle(element).display !== 'inline')
      // A field on the paper is as large as what it prints; fingers get a sheet of fields instead.
      .filter(
        (element) =>
          !(
            element.matches('input') &&
            element.closest('[data-size="a4"], [data-size="roll"]') &&
            root.clientWidth >= 1440
          ),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { width: reach, height: rise } = hit(element);
        return width > 1 && height > 1 && (reach < TOUCH - 0.5 || rise < TOUCH - 0.5);
      })
      .map((element) => {
        const { width, height } = hit(element);
        return `${name(element)} ${Math.round(width)}×${Math.round(height)}`;
      });
    return { wide, small: [...new Set(small)] };
  });

/**
 * What axe asks of pages and not of open modals. Whether one is open it guesses from what it takes to be on the screen:
 * now and then it says of one, with all else inert, that the page has no `main` and no heading.
 */
const OF_PAGES_ALONE = /^(landmark-one-main|page-has-heading-one): /;

/** What stands in the place of something to come. */
export const WAITS = '[aria-busy="true"], [data-skeleton]';

export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator(WAITS)).toHaveCount(0);
}

const FRAMES = 60;

/** A folder for a picture of all that is inspected, where one wants to look. */
const PICTURES = process.env['PISHKHAN_E2E_PICTURES'];

/**
 * What is wrong with the sizes and the texts of what is on show, in every size of the project; `each` looks further, in
 * the project's own.
 */
export async function look(
  page: Page,
  name: string,
  project: string,
  each?: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  const all = sizes[project as keyof typeof sizes];
  for (const [width, height] of all) {
    await page.setViewportSize({ width, height });
    let { wide, small } = await measure(page);
    // What is as wide as the window, a chart, follows it a moment later.
    for (let frame = 0; wide.length > 0 && frame < FRAMES; frame += 1) {
      await page.evaluate(async () => new Promise(requestAnimationFrame));
      ({ wide, small } = await measure(page));
    }
    for (const line of wide) found.push(`${name} ${width} beyond the edge: ${line}`);
    for (const line of small) found.push(`${name} ${width} smaller than a finger: ${line}`);
    for (const line of await misread(page)) found.push(`${name} ${width} ${line}`);
    if (each && (isWhole || width === all.at(-1)?.[0])) found.push(...(await each(`${name} ${width}`)));
  }
  return found;
}

/** The same, and what axe finds in both themes: everything in the light one, the colours in the dark one. */
export async function inspect(page: Page, name: string, project: string): Promise<string[]> {
  const modal = page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true });
  const open = (await modal.count()) > 0;
  return look(page, name, project, async (sized) => {
    const found: string[] = [];
    for (const dark of [false, true]) {
      await page.evaluate(
        (theme) => {
          const root = document.documentElement;
          root.dataset['theme'] = theme;
          root.style.colorScheme = theme;
        },
        dark ? 'dark' : 'light',
      );
      const title = `${sized} ${dark ? 'dark' : 'light'}`;
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${title.replace(/[/?&=]/g, '-')}.png` });
      for (const line of await violations(page, dark))
        if (!(open && OF_PAGES_ALONE.test(line))) found.push(`${title} ${line}`);
    }
    return found;
  });
}

/** Things of the logged-in seller that pages are about. */
export async function ids(page: Page) {
  const users = (await (await page.request.get('/user/customer-list-app2?page=1&limit=10&filterDate=0')).json()) as {
    users: { _id: string; f16: number }[];
  };
  const customer = users.users.find(({ f16 }) => f16 === 0)?._id ?? '';
  const { OrdersList } = (await (
    await page.request.get(`/market/fetch-order-list-app2/${customer}?filterDate=0`)
  ).json()) as { OrdersList: { id: string }[] };
  const { product } = (await (await page.request.get('/market/products-bind-app2?page=1&limit=15')).json()) as {
    product: { _id: string }[];
  };
  const billed = await page.request.get('/market/invoice-list-app2');
  const { invoices } = (billed.ok() ? await billed.json() : { invoices: [] }) as { invoices: { _id: string }[] };
  const [order, latest] = [OrdersList[0]?.id ?? '', invoices[0]?._id ?? ''];
  return { customer, order, product: product[0]?._id ?? '', invoice: latest };
}
