import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sellers, test } from '../fixtures';
import { ids, inspect, settled } from '../models/screen';

const operator = { cellphone: '09120000009', password: 'pishkhan-demo-9' };

test.describe('every screen', () => {
  const visit = async (
    page: Page,
    url: string,
    violations: (coloursOnly: boolean) => Promise<string[]>,
    project: string,
  ) => {
    // Colours change at once: axe shall not meet them on their way.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(url);
    await settled(page);
    if (url.includes('menu=')) await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toBeVisible();
    return inspect(page, url, violations, project);
  };

  test('of a guest', async ({ page, violations }, { project }) => {
    const found: string[] = [];
    for (const { href } of [paths.logIn, paths.forgetPassword, paths.rules, paths.about, paths.faq])
      found.push(...(await visit(page, href(), violations, project.name)));
    found.push(...(await visit(page, '/nowhere', violations, project.name)));
    expect(found).toEqual([]);
  });

  const common = () => [paths.home.href(), paths.customers.href(), paths.settings.href(), paths.products.href()];
  type Ids = Awaited<ReturnType<typeof ids>>;
  const rooms: Record<string, { who: keyof typeof sellers; urls: (ids: Ids) => string[] }> = {
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
    'of orders': {
      who: 'normal',
      urls: ({ customer, order }) => [
        paths.customerOrders.href(customer),
        paths.order.href(customer, order),
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
  };
  for (const [title, { who, urls }] of Object.entries(rooms))
    test(title, async ({ page, logIn, violations }, { project }) => {
      test.slow();
      await logIn(sellers[who]);
      const found: string[] = [];
      for (const url of urls(await ids(page))) found.push(...(await visit(page, url, violations, project.name)));
      expect(found).toEqual([]);
    });

  test('of an operator', async ({ page, logIn, violations }, { project }) => {
    await logIn(operator);
    expect(await visit(page, paths.findOrder.href(), violations, project.name)).toEqual([]);
  });

  test('of a guest who is welcomed', async ({ page, violations }, { project }) => {
    // The welcome stays for as long as nobody says who is there.
    await page.route('**/user/validate-token-app2', () => undefined);
    expect(await visit(page, paths.splash.href(), violations, project.name)).toEqual([]);
  });

  test.describe('without an answer', () => {
    test.use({ allowed: [/net::ERR_FAILED .*validate-token-app2$/] });

    test('of a session that could not be checked', async ({ page, logIn, violations }, { project }) => {
      await logIn(sellers.normal);
      await page.route('**/user/validate-token-app2', async (route) => route.abort());
      expect(await visit(page, paths.home.href(), violations, project.name)).toEqual([]);
      await page.unroute('**/user/validate-token-app2');
      await page.getByRole('button', { name: 'تلاش دوباره' }).click();
      await expect(page.getByRole('list', { name: 'بخش‌ها' })).toBeVisible();
    });
  });
});
