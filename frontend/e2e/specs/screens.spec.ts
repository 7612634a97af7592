import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, operator, sellers, test } from '../fixtures';
import { ids, inspect, look, settled } from '../models/screen';

test.describe('every screen @both', () => {
  // Nothing is changed here.
  test.describe.configure({ mode: 'parallel' });

  /** With the dialog of its address, whose code comes after the page. */
  const arrive = async (page: Page, url: string) => {
    await page.goto(url);
    if (/[?&](order|invoice|history|menu)=/.test(url))
      await expect(page.locator('[role="dialog"], [role="alertdialog"]').last()).toBeVisible();
    await settled(page);
  };
  const visit = async (page: Page, url: string, project: string) => {
    // Colours change at once: axe shall not meet them on their way.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await arrive(page, url);
    const found = await inspect(page, url, project);
    const rail = page.locator('nav', { has: page.locator('a[href="/home"]') });
    if (project === 'desktop' && (await rail.count()) > 0 && (await rail.locator('[aria-current]').count()) !== 1)
      found.push(`${url} the rail does not say which part this is`);
    return found;
  };

  test('of a guest', async ({ page }, { project }) => {
    test.slow();
    const found: string[] = [];
    for (const { href } of [paths.logIn, paths.forgetPassword, paths.setPassword, paths.rules, paths.about, paths.faq])
      found.push(...(await visit(page, href(), project.name)));
    for (const url of [`${paths.setPassword.href()}#${'A'.repeat(43)}`, '/nowhere'])
      found.push(...(await visit(page, url, project.name)));
    expect(found).toEqual([]);
  });

  const common = () => [paths.home, paths.customers, paths.settings, paths.products].map(({ href }) => href());
  type Ids = Awaited<ReturnType<typeof ids>>;
  interface Room {
    who: keyof typeof sellers;
    urls: (ids: Ids) => string[];
    /** The products as a list, as it was chosen on the device. */
    asList?: true;
  }
  const rooms: Record<string, Room> = {
    'of a special seller': { who: 'special', urls: common },
    'of a normal seller': { who: 'normal', urls: common },
    'of the seller’s own business': {
      who: 'special',
      urls: ({ invoice }) => [
        ...['status', 'account', 'subscription', 'store'].map((part) => `${paths.home.href()}?menu=${part}`),
        paths.invoices.href(),
        paths.invoice.href(invoice),
      ],
    },
    'of the log-in': {
      who: 'normal',
      urls: () => [paths.sessions.href(), paths.password.href(), paths.activity.href()],
    },
    'of orders': {
      who: 'normal',
      urls: ({ customer, order, product }) => [
        paths.orders.href(),
        `${paths.orders.href()}?status=open&product=${product}`,
        paths.customerOrders.href(customer),
        paths.order.href(customer, order),
        paths.addGoods.href(customer, order),
        paths.takeOrder.href(customer),
        `${paths.takeOrder.href(customer)}?shelf=all`,
        `${paths.customers.href()}?take=1`,
        `${paths.customers.href()}?order=${order}`,
        `${paths.customers.href()}?order=${order}&invoice=${order}`,
        `${paths.customers.href()}?history=${order}`,
      ],
    },
    'of products and reports': {
      who: 'normal',
      urls: ({ product }) => [
        paths.product.href(product),
        paths.productsImport.href(),
        paths.dashboard.href(),
        paths.productsReport.href(),
        paths.regionsReport.href(),
        paths.customersReport.href(),
      ],
    },
    // The last one: from here on the device keeps the choice.
    'of products as a list': {
      who: 'normal',
      urls: () => [paths.products.href(), `${paths.products.href()}?stock=low`],
      asList: true,
    },
  };
  const chooseList = (page: Page) =>
    page.addInitScript(() => {
      if (window.location.protocol !== 'about:') window.localStorage.setItem('pishkhan.products-view', 'list');
    });
  for (const [title, { who, urls, asList }] of Object.entries(rooms))
    test(title, async ({ page, logIn }, { project }) => {
      test.slow();
      if (asList) await chooseList(page);
      await logIn(sellers[who]);
      const found: string[] = [];
      for (const url of urls(await ids(page))) found.push(...(await visit(page, url, project.name)));
      expect(found).toEqual([]);
    });

  test('in English', async ({ page, logIn }, { project }) => {
    test.slow();
    await page.addInitScript(() => {
      if (window.location.protocol !== 'about:') window.localStorage.setItem('pishkhan.language', 'en');
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: string[] = [];
    const walked = new Set<string>();
    for (const { who, urls, asList } of Object.values(rooms)) {
      if (asList) await chooseList(page);
      // An open page would notice that somebody else is here, and begin anew.
      await page.goto('about:blank');
      await logIn(sellers[who]);
      for (const url of urls(await ids(page))) {
        const room = `${who} ${url} ${asList ? 'list' : ''}`;
        if (walked.has(room)) continue;
        walked.add(room);
        await arrive(page, url);
        found.push(...(await look(page, url, project.name)));
      }
    }
    expect(found).toEqual([]);
  });

  test('of every part of the settings, with the longest that a seller may have', async ({ page, logIn }, {
    project,
  }) => {
    test.slow();
    await logIn(sellers.normal);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const change = (path: string, edit: (reply: Record<string, unknown>) => object) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        const reply = (await response.json()) as Record<string, unknown>;
        await route.fulfill({ response, json: { ...reply, ...edit(reply) } });
      });
    const tiers = [1, 2, 3, 4, 5].map((at) => ({
      _id: `t${at}`,
      f1: at * 180_000_000_000,
      f2: at * 180_000_000_000 + 179_999_999_999,
      f3: at * 1.25,
    }));
    for (const list of ['KaridHajmi', 'TakhfifatAzTaMablagh', 'TakhfifatAzTaVahedi'])
      await change(`**/seller/${list}Settings-list-app2`, () => ({ meghdar: tiers }));
    await change('**/seller/masir-list-app2/1', (reply) => ({
      masir: (reply['masir'] as object[]).map((rule) => ({
        ...rule,
        ...{ f1: '1404/01/01', f2: '1404/01/10', f3: 5, f5: '1404/01/22', expired: true },
      })),
    }));
    await change('**/user/seller-bind-app2', (reply) => ({
      seller: (reply['seller'] as { seller: object }[]).map((one) => ({
        ...one,
        seller: { ...one.seller, SellerStoryUrl: `https://example.com/${'a-very-long-path/'.repeat(12)}` },
      })),
    }));
    await page.goto(paths.settings.href());
    await settled(page);
    await page.getByRole('button', { name: 'ویرایش تنظیمات تحویل' }).waitFor();
    const found: string[] = [];
    const parts = await page.getByRole('button', { name: /^ویرایش / }).all();
    for (const name of await Promise.all(parts.map(async (part) => part.getAttribute('aria-label')))) {
      const section = (name ?? '').replace('ویرایش ', '');
      const toggle = page.locator('button[aria-expanded]', { hasText: section });
      if ((await toggle.count()) > 0) await toggle.first().click();
      found.push(...(await look(page, section, project.name)));
      const pencil = page.getByRole('button', { name: name ?? '', exact: true });
      // A choice is saved at once and has no edit mode.
      if ((await pencil.getAttribute('aria-disabled')) === 'true') continue;
      await pencil.click();
      await page.getByRole('button', { name: 'لغو', exact: true }).waitFor();
      found.push(...(await look(page, `${section}, edited`, project.name)));
      await page.getByRole('button', { name: 'لغو', exact: true }).click();
    }
    expect(parts.length).toBeGreaterThan(6);
    expect(found).toEqual([]);
  });

  test('of an operator', async ({ page, logIn }, { project }) => {
    await logIn(operator);
    for (const { href } of [paths.findOrder, paths.sessions, paths.password])
      expect(await visit(page, href(), project.name)).toEqual([]);
  });

  test('of a guest who is welcomed', async ({ page }, { project }) => {
    // The welcome stays for as long as nobody says who is there.
    await page.route('**/user/validate-token-app2', () => undefined);
    expect(await visit(page, paths.splash.href(), project.name)).toEqual([]);
  });

  test.describe('without an answer', () => {
    test.use({ allowed: [/net::ERR_FAILED .*validate-token-app2$/] });

    test('of a session that could not be checked', async ({ page, logIn }, { project }) => {
      await logIn(sellers.normal);
      await page.route('**/user/validate-token-app2', async (route) => route.abort());
      expect(await visit(page, paths.home.href(), project.name)).toEqual([]);
      await page.unroute('**/user/validate-token-app2');
      // By itself: it asks now and then, so that a button to press may be gone before the press.
      await expect(page.getByRole('list', { name: 'بخش‌ها' })).toBeVisible({ timeout: 40_000 });
    });
  });
});
