import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { go, NEXT, questions, stepTo } from '../models/cutOff';
import { LAYERS, type Layer } from '../models/layers';
import { ids, settled } from '../models/screen';

// They only open layers, so they do not meet.
test.describe.configure({ mode: 'parallel' });
// What does not come is the point here; everything else the page may complain of still fails.
test.use({ allowed: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ChunkLoadError/] });

const FAILED = 'این بخش بارگیری نشد';
/** ms for a press whose layer may not come. */
const TRIED = 1500;
/** ms for one whose layer comes. */
const REACHED = 10_000;

const opened = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]').filter({ visible: true });

/** Back until the page is left, through whatever is open above it and whatever is asked. */
async function leave(page: Page): Promise<void> {
  await expect(async () => {
    if (!page.url().endsWith(paths.faq.href())) await go(page, -1);
    const goOn = questions(page).getByRole('button', { name: /^(خروج|بستن) بدون/ });
    await goOn.click({ timeout: 300 }).catch(() => undefined);
    await expect(page).toHaveURL(new RegExp(`${paths.faq.href()}$`), { timeout: 700 });
  }).toPass({ timeout: 10_000 });
}

const TURNS = (['normal', 'special'] as const).flatMap((who) => NEXT.map((next) => ({ who, next })));
for (const { who, next } of TURNS)
  test(`a layer of a ${who} seller whose code does not come leaves nothing behind, and comes where it was asked for: ${next} @phone`, async ({
    page,
    context,
    logIn,
  }) => {
    test.setTimeout(1_200_000);
    page.on('dialog', (asked) => void asked.accept());
    await logIn(sellers[who]);
    const known = await ids(page);
    // Home is the floor of a visit: there, Back asks before logging out. From the products it leads to the dashboard.
    const isOwnWay = ({ url }: Layer) =>
      [paths.home, paths.products].some(({ href }) => url(known).split('?', 1)[0] === href());
    const layers = LAYERS.filter((layer) => layer.who === who && (next !== 'back' || !isOwnWay(layer)));
    for (const layer of layers)
      await test.step(layer.name, async () => {
        const url = layer.url(known);
        await stepTo(page, url);
        await page.route('**/assets/*.js', (route) => route.abort());
        await context.setOffline(true);
        page.setDefaultTimeout(TRIED);
        await layer.open(page).catch(() => undefined);
        page.setDefaultTimeout(REACHED);
        const mend = async (): Promise<void> => {
          await page.unroute('**/assets/*.js');
          await context.setOffline(false);
        };
        if (next === 'reload') {
          await mend();
          await page.reload();
          await settled(page);
          const { search } = new URL(page.url());
          await expect(opened(page)).toHaveCount(search === '' ? 0 : 1);
          // What the press has put into the address is open again.
          if (search === new URL(url, page.url()).search) await layer.open(page);
          await expect(opened(page).last()).toBeVisible();
        } else if (next === 'back') {
          await leave(page);
          await mend();
          await page.waitForTimeout(TRIED);
          await expect(opened(page)).toHaveCount(0);
          await expect(page).toHaveURL(new RegExp(`${paths.faq.href()}$`));
        } else {
          await mend();
          const other = await context.newPage();
          await other.goto(url);
          await settled(other);
          await layer.open(other);
          await expect(opened(other).last()).toBeVisible();
          await other.close();
          await expect(page.getByText(FAILED)).toHaveCount(0);
        }
      });
  });
