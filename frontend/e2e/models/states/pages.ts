import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { paths } from '../../../src/shared/navigation/paths';
import { WAITS } from '../screen';
import { button, cut, type Here, hold, press, type State, shows, type Who } from './state';

/** A page, or a dialog that its address opens, and the call that brings what it shows. */
interface Place {
  readonly name: string;
  readonly url: (here: Here) => string;
  readonly call: string;
}

const PLACES: Partial<Record<Who, readonly Place[]>> = {
  normal: [
    { name: 'the customers', url: () => paths.customers.href(), call: '**/user/customer-list-app2**' },
    {
      name: 'the orders of a customer',
      url: ({ known }) => paths.customerOrders.href(known.customer),
      call: '**/market/fetch-order-list-app2/**',
    },
    { name: 'the orders of all customers', url: () => paths.orders.href(), call: '**/market/orders-app2**' },
    {
      name: 'an order',
      url: ({ known }) => paths.order.href(known.customer, known.order),
      call: '**/market/fetch-order-joz-app2/**',
    },
    {
      name: 'an order above a list',
      url: ({ known }) => `${paths.customers.href()}?order=${known.order}`,
      call: '**/market/fetch-order-joz-faktor-app2/**',
    },
    {
      name: 'the paper of an order',
      url: ({ known }) => `${paths.customers.href()}?invoice=${known.order}`,
      call: '**/market/fetch-order-joz-faktor-app2/**',
    },
    {
      name: 'the history of an order',
      url: ({ known }) => `${paths.customers.href()}?history=${known.order}`,
      call: '**/market/order-history-app2/**',
    },
    { name: 'the products', url: () => paths.products.href(), call: '**/market/products-bind-app2**' },
    {
      name: 'a product',
      url: ({ known }) => paths.product.href(known.product),
      call: '**/market/product-bind-app2/**',
    },
    { name: 'the settings', url: () => paths.settings.href(), call: '**/seller/**' },
    { name: 'the sessions', url: () => paths.sessions.href(), call: '**/user/sessions-app2' },
    { name: 'what was done', url: () => paths.activity.href(), call: '**/user/activity-app2**' },
    { name: 'the dashboard', url: () => paths.dashboard.href(), call: '**/report/**' },
    { name: 'a report', url: () => paths.customersReport.href(), call: '**/report/**' },
  ],
  special: [
    { name: 'home', url: () => paths.home.href(), call: '**/market/get-seller-type-app2' },
    { name: 'the commission invoices', url: () => paths.invoices.href(), call: '**/market/invoice-list-app2**' },
    {
      name: 'a commission invoice',
      url: ({ known }) => paths.invoice.href(known.invoice),
      call: '**/market/invoice-app2/**',
    },
    {
      name: 'the subscription',
      url: () => `${paths.home.href()}?menu=subscription`,
      call: '**/market/subscription-app2',
    },
  ],
  operator: [
    {
      name: 'the orders of a code',
      url: () => `${paths.findOrder.href()}?code=1405-08-000001`,
      call: '**/market/order-find-cp**',
    },
  ],
};

/** Each of them before its answer, and without one. */
const cutOff = (who: Who): readonly State[] =>
  (PLACES[who] ?? []).flatMap(({ name, url, call }) => [
    {
      name: `${name}, that waits`,
      reach: async (page, here) => {
        await hold(page, call);
        const asked = page.waitForRequest(call);
        await page.goto(url(here));
        await asked;
        await expect(page.locator(WAITS).filter({ visible: true }).first()).toBeVisible();
      },
    },
    {
      name: `${name}, without an answer`,
      reach: async (page, here) => {
        await cut(page, call);
        await page.goto(url(here));
        await expect(button(page, 'تلاش دوباره')).toBeVisible();
      },
    },
  ]);

/** What is not there, or is another seller's. */
const nobodys = (name: string, url: (id: string, here: Here) => string, told: string | RegExp): State => ({
  name: `${name} of nobody`,
  reach: async (page, here) => {
    await page.goto(url(randomUUID(), here));
    await shows(page, told);
  },
});

/** A list in which nothing is found. */
const unfound = (name: string, url: () => string, field: string, told: string, open?: string): State => ({
  name: `${name}, in which nothing is found`,
  reach: async (page) => {
    await page.goto(url());
    if (open !== undefined) await press(page, open);
    await page.getByRole('searchbox', { name: field }).fill('ژژژژ');
    await shows(page, told);
  },
});

const list = () => paths.customers.href();

export const PAGES: Partial<Record<Who, readonly State[]>> = {
  normal: [
    ...cutOff('normal'),
    nobodys('the orders', (id) => paths.customerOrders.href(id), /./),
    nobodys('the orders with a product', (id) => `${paths.orders.href()}?product=${id}`, /./),
    nobodys('an order', (id, { known }) => paths.order.href(known.customer, id), /./),
    nobodys('an order above a list', (id) => `${list()}?order=${id}`, /./),
    nobodys('a paper', (id) => `${list()}?invoice=${id}`, /./),
    nobodys('a history', (id) => `${list()}?history=${id}`, /./),
    nobodys('a product', (id) => paths.product.href(id), 'این محصول پیدا نشد. شاید حذف شده باشد.'),
    unfound('the customers', list, 'جستجو بر اساس نام مشتری', 'مشتری با این مشخصات یافت نشد'),
    unfound('the products', () => paths.products.href(), 'جستجو بر اساس نام محصول', 'محصولی با این مشخصات یافت نشد.'),
    unfound(
      'a report',
      () => paths.productsReport.href(),
      'جستجو در گزارش',
      'گزارشی با این مشخصات یافت نشد',
      'جستجو در گزارش',
    ),
    {
      name: 'an order in a list with all that is known of it',
      reach: async (page, { known }) => {
        await page.goto(paths.customerOrders.href(known.customer));
        await press(page, 'بیشتر');
      },
    },
    {
      name: 'orders among which nothing is found',
      reach: async (page) => {
        await page.goto(`${paths.orders.href()}?area=nowhere`);
        await shows(page, 'سفارشی با این مشخصات یافت نشد');
      },
    },
    {
      name: 'a range of dates with a fault',
      reach: async (page) => {
        await page.goto(list());
        await press(page, 'بازه');
        await press(page, 'گزارش');
        await shows(page, 'لطفا هر دو تاریخ شروع و پایان را انتخاب کنید');
      },
    },
    {
      name: 'a page without a network',
      reach: async (page) => {
        await page.goto(list());
        await page.context().setOffline(true);
        await shows(page, 'اتصال اینترنت برقرار نیست.');
      },
    },
    {
      name: 'a step whose page does not come',
      reach: async (page) => {
        await page.goto(paths.home.href());
        await page.getByRole('main').getByRole('link', { name: 'مشتریان' }).waitFor();
        await cut(page, '**/assets/*.js');
        await page.context().setOffline(true);
        await page.getByRole('main').getByRole('link', { name: 'مشتریان' }).click();
        await expect(page.getByRole('progressbar', { name: 'در حال باز شدن صفحه' })).toBeAttached();
      },
    },
    {
      name: 'a menu whose code does not come',
      reach: async (page, { known }) => {
        await page.goto(paths.order.href(known.customer, known.order));
        await button(page, 'عملیات سفارش').waitFor();
        await cut(page, '**/assets/*.js');
        await page.context().setOffline(true);
        await press(page, 'عملیات سفارش');
        await expect(page.getByRole('alertdialog', { name: 'این بخش بارگیری نشد' })).toBeVisible();
      },
    },
    {
      name: 'the question before the panel is left',
      reach: async (page) => {
        await page.goto(paths.home.href());
        await page.getByRole('list', { name: 'بخش‌ها' }).waitFor();
        await page.evaluate(() => void setTimeout(() => window.history.back()));
        await expect(page.getByRole('alertdialog', { name: 'خروج از برنامه' })).toBeVisible();
      },
    },
    {
      name: 'an address that there is not',
      reach: async (page) => {
        await page.goto('/nowhere');
        await shows(page, 'این صفحه پیدا نشد');
      },
    },
  ],
  special: [...cutOff('special'), nobodys('a commission invoice', (id) => paths.invoice.href(id), /./)],
  operator: [
    ...cutOff('operator'),
    {
      name: 'a code that is none',
      reach: async (page) => {
        await page.goto(paths.findOrder.href());
        await page.getByLabel('کد سفارش').fill('12');
        await press(page, 'یافتن سفارش');
        await shows(page, /^این کد سفارش نیست/);
      },
    },
    {
      name: 'a code that no order has',
      reach: async (page) => {
        await page.goto(`${paths.findOrder.href()}?code=1300-01-999999`);
        await shows(page, 'سفارشی با این کد یافت نشد.');
      },
    },
    {
      name: 'orders of a code, of several sellers',
      reach: async (page) => {
        await page.goto(`${paths.findOrder.href()}?code=1405-08-000001`);
        await page.getByRole('article').first().waitFor();
      },
    },
  ],
  fresh: [
    ...[paths.customers, paths.products, paths.dashboard, paths.productsReport, paths.invoices, paths.settings].map(
      ({ href }): State => ({
        name: `${href()}, with nothing to show`,
        reach: async (page) => {
          await page.goto(href());
          await page.waitForLoadState('networkidle');
          await expect(page.locator(WAITS)).toHaveCount(0);
        },
      }),
    ),
  ],
};
