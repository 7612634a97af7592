import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, operator, sellers, test } from '../fixtures';
import { makeStore } from '../models/desks';
import { makeSeller } from '../models/ownSeller';
import { ids, inspect } from '../models/screen';
import { STATES } from '../models/states';
import type { Here } from '../models/states/state';

// What does not come and what is refused is the point here; everything else the page may complain of still fails.
test.use({
  actionTimeout: 10_000,
  navigationTimeout: 15_000,
  allowed: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ChunkLoadError|\b(40[0-9]|422)\b/],
});

/** In a tab, and on a device, that keeps nothing of an earlier state. */
async function begin(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(paths.faq.href());
  await page.evaluate(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
  });
}

const NOTHING: Here['known'] = { customer: '', order: '', product: '', invoice: '' };
const NOBODY: Here['store'] = { sellerId: '', cellphone: '', password: '', customer: '', order: '', product: '' };

for (const [who, states] of STATES)
  test(`every state of ${who} is accessible`, async ({ page, logIn, logInAnew }, info) => {
    test.setTimeout(states.length * 30_000);
    page.on('dialog', (asked) => void asked.accept());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const store = who === 'store' ? await makeStore(page.request, info) : NOBODY;
    if (who === 'fresh') await logInAnew(await makeSeller());
    if (who === 'operator') await logIn(operator);
    if (who in sellers) await logIn(sellers[who as keyof typeof sellers]);
    const known = who in sellers ? await ids(page) : NOTHING;
    const found: string[] = [];
    for (const { name, reach } of states)
      await test.step(name, async () => {
        await begin(page);
        try {
          await reach(page, { known, store });
        } catch (reason) {
          found.push(`${name}: is not reached: ${String(reason).slice(0, 300)}`);
          return;
        }
        found.push(...(await inspect(page, name, info.project.name)));
      });
    await begin(page);
    expect(found).toEqual([]);
  });
