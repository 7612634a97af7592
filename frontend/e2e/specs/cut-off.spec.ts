import { type APIRequestContext, request as api, type Locator, type Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect, sendAgain, test } from '../fixtures';
import {
  arrived,
  bringBack,
  CUTS,
  type Cut,
  cutOff,
  go,
  isAtLogIn,
  NEXT,
  type Next,
  questions,
  stepTo,
} from '../models/cutOff';
import { DESKS, type Desk, figuresOn, makeStore, type Store } from '../models/desks';
import { settled } from '../models/screen';

// What does not come is the point here; everything else the page may complain of still fails.
test.use({ actionTimeout: 10_000, navigationTimeout: 15_000, allowed: [/ERR_FAILED|\b40[19]\b/] });
test.describe.configure({ mode: 'parallel' });

/**
 * What there is of a change afterwards, in the words of this table.
 *
 * - `sent`: the server has it, and the page says so.
 * - `waits`: the page has it, in its field or in a question; the server gets it as soon as the user says so.
 * - `given up`: nobody has it any more, and the user was asked first.
 * - `theirs`: another tab has sent something else. The page tells of it before it sends anything over it.
 */
type Left = 'sent' | 'waits' | 'given up' | 'theirs';

const left = (cut: Cut, next: Next, { leaving }: Desk): Left => {
  if (next === 'other tab') return 'theirs';
  if (cut === 'answer' || cut === 'session after') return 'sent';
  return cut === 'call' && next === 'back' && leaving === 'asks' ? 'given up' : 'waits';
};

/** Each of them goes on with what waits; the first that is there is pressed. */
const ON = ['ارسال دوباره', 'اعمال تغییرها', 'نگه داشتن', 'خواندن نسخه تازه'];

async function pressOn(page: Page, { sends }: Desk): Promise<void> {
  for (const name of [...ON, ...sends]) {
    const button = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
    if ((await button.count()) > 0 && (await button.isEnabled())) return button.click({ timeout: 2000 });
  }
}

interface Walk {
  readonly page: Page;
  readonly store: Store;
  /** A session of its own, to look at what the server has. */
  readonly server: APIRequestContext;
  readonly desk: Desk;
  readonly cut: Cut;
  readonly next: Next;
  readonly baseURL: string;
}

/** A change that is cut off, what the user does then, and what there is of it. */
async function walk({ page, store, server, desk, cut, next, baseURL }: Walk): Promise<string> {
  const old = await desk.held(server, store);
  const [mine, theirs] = [old + 11, old + 22];
  const isOver = cut === 'session before' || cut === 'session after';
  let asked = false;

  /** Lasts until the call is over, as far as it comes, and the page has taken it. */
  const change = async (): Promise<() => Promise<void>> => {
    const mend = await cutOff(page, desk.call, cut, baseURL);
    const isIt = (request: { url: () => string }) => request.url().includes(desk.call.replaceAll('*', ''));
    const over = Promise.race([page.waitForEvent('requestfailed', isIt), page.waitForEvent('requestfinished', isIt)]);
    await desk.send(page, mine);
    await over;
    if (cut === 'session before' || (cut === 'session after' && desk.readsAgain))
      await expect.poll(() => isAtLogIn(page)).toBe(true);
    else await expect.poll(async () => (await figuresOn(page)).has(mine)).toBe(true);
    return mend;
  };
  const goBack = async (): Promise<void> => {
    const from = page.url();
    const isLeft = () => page.url() !== from;
    const isRefused = async () =>
      desk.leaving === 'refused' && (await page.getByText('لطفا قبل از خروج تغییرات را ذخیره کنید!').count()) > 0;
    await go(page, -1);
    await expect.poll(async () => isLeft() || (await questions(page).count()) > 0 || isRefused()).toBe(true);
    if (isLeft() || (await isRefused())) return;
    asked = true;
    await questions(page)
      .getByRole('button', { name: /^(خروج|بستن) بدون/ })
      .click();
    await expect.poll(isLeft).toBe(true);
  };
  const changeElsewhere = async (): Promise<void> => {
    const other = await page.context().newPage();
    await other.goto(desk.url(store));
    await arrived(other, store, isOver);
    if (isOver) await other.goto(desk.url(store));
    await desk.open(other);
    await desk.send(other, theirs);
    await expect.poll(async () => desk.held(server, store)).toBe(theirs);
    await other.close();
  };
  const found = async (): Promise<string> => {
    const shown = await figuresOn(page);
    const held = await desk.held(server, store);
    if (held === theirs) return shown.has(theirs) ? 'theirs' : 'theirs, untold';
    if (held === mine) return shown.has(mine) ? 'sent' : 'sent, unseen';
    if (shown.has(mine)) return 'waits';
    return shown.has(old) && asked ? 'given up' : 'lost';
  };

  // What the shell asks for of itself, once, is not to meet the end of the session in the change's place.
  const watched = page.waitForResponse('**/market/subscription-app2');
  await stepTo(page, desk.url(store));
  await desk.open(page);
  await watched;
  const mend = await change();
  if (next === 'reload') {
    await page.reload();
    await arrived(page, store, isOver);
    await mend();
  } else if (next === 'back') {
    await goBack();
    await mend();
    await go(page, 1);
    await arrived(page, store, isOver);
    // Forward opens no layer again.
    if (!page.url().endsWith(desk.url(store))) await page.goto(desk.url(store));
  } else {
    await changeElsewhere();
    await mend();
    await bringBack(page);
    await expect.poll(() => isAtLogIn(page)).toBe(false);
    const isTold = async (timeout: number): Promise<void> => expect.poll(found, { timeout }).toBe('theirs');
    // What comes by itself, and what a press brings, is read before a press answers it.
    const meets = async (timeout: number): Promise<void> =>
      expect(async () => {
        await isTold(1000).catch(async () => {
          await pressOn(page, desk);
          await isTold(2000);
        });
      }).toPass({ timeout });
    // Back from the log-in page, it is drawn first.
    await expect
      .poll(async () => {
        const shown = await figuresOn(page);
        return [old, mine, theirs].some((figure) => shown.has(figure));
      })
      .toBe(true);
    if (cut === 'session after')
      await meets(3000).catch(async () => {
        // Nothing waits, and nothing has been asked for since the other tab's: the next change meets it.
        await desk.open(page);
        await desk.send(page, old + 33);
      });
    await meets(20_000);
  }
  await expect.poll(found).toBe(left(cut, next, desk));
  if ((await found()) === 'waits')
    await expect(async () => {
      await pressOn(page, desk);
      expect(await found()).toBe('sent');
    }).toPass({ timeout: 20_000 });
  return left(cut, next, desk);
}

/** Those that share a process share a store. */
let made: Promise<Store> | undefined;

for (const desk of DESKS)
  test(`${desk.name} that is cut off is sent, waits, or was asked about @phone`, async ({ page, baseURL }, info) => {
    test.setTimeout(400_000);
    page.on('dialog', (asked) => void asked.accept());
    made ??= makeStore(page.request, info);
    const store = await made;
    const data = { cellphone: store.cellphone, password: store.password };
    const origin = baseURL ?? '';
    const server = await api.newContext({ baseURL: origin });
    sendAgain(server);
    await server.post('/auth/login-app2', { data });
    const cells = CUTS.flatMap((cut) => NEXT.map((next) => ({ cut, next })));
    for (const { cut, next } of cells)
      await test.step(`${cut}, ${next}`, async () => {
        await page.request.post('/auth/login-app2', { data });
        await walk({ page, store, server, desk, cut, next, baseURL: origin });
        // A page that is still there would meet the end of its session.
        await page.goto('about:blank');
        await page.request.post('/auth/logout-app2');
      });
    await server.post('/auth/logout-app2');
    await server.dispose();
  });

interface Place {
  readonly name: string;
  readonly url: (store: Store) => string;
  /** The call that brings what it shows. */
  readonly call: string;
  /** What is there when it has come. */
  readonly shows: (page: Page) => Locator;
}

const PLACES: readonly Place[] = [
  {
    name: 'the customers',
    url: () => paths.customers.href(),
    call: '**/user/customer-list-app2**',
    shows: (page) => page.getByText(/مشتری X۰۰۱/),
  },
  {
    name: 'the orders of a customer',
    url: ({ customer }) => paths.customerOrders.href(customer),
    call: '**/market/fetch-order-list-app2/**',
    shows: (page) => page.getByRole('button', { name: /^عملیات سفارش/ }),
  },
  {
    name: 'an order',
    url: ({ customer, order }) => paths.order.href(customer, order),
    call: '**/market/fetch-order-joz-app2/**',
    shows: (page) => page.getByRole('heading', { name: 'خلاصه سفارش' }),
  },
  {
    name: 'the products',
    url: () => paths.products.href(),
    call: '**/market/products-bind-app2**',
    shows: (page) => page.getByRole('heading', { name: 'پسته خام' }),
  },
  {
    name: 'a product',
    url: ({ product }) => paths.product.href(product),
    call: '**/market/product-bind-app2/**',
    shows: (page) => page.getByRole('heading', { name: 'پسته خام' }),
  },
];

test('a page whose answer or session does not come is there when it does, and nowhere else @phone', async ({
  page,
  context,
  baseURL,
}, info) => {
  test.setTimeout(400_000);
  made ??= makeStore(page.request, info);
  const store = await made;
  const data = { cellphone: store.cellphone, password: store.password };
  // From the products, Back leads to the dashboard.
  const isOwnWay = ({ url }: Place) => url(store) === paths.products.href();
  const cells = PLACES.flatMap((place) =>
    (['answer', 'session'] as const).flatMap((cut) =>
      NEXT.filter((next) => next !== 'back' || !isOwnWay(place)).map((next) => ({ place, cut, next })),
    ),
  );
  for (const { place, cut, next } of cells)
    await test.step(`${place.name}, ${cut}, ${next}`, async () => {
      await page.request.post('/auth/login-app2', { data });
      const again = page.getByRole('button', { name: 'تلاش دوباره' }).first();
      const mend = await cutOff(page, place.call, cut === 'answer' ? 'call' : 'session before', baseURL ?? '');
      await stepTo(page, place.url(store));
      if (cut === 'answer') await expect(again).toBeVisible();
      else await expect.poll(() => isAtLogIn(page)).toBe(true);
      if (next === 'reload') {
        await page.reload();
        await arrived(page, store, cut === 'session');
      } else if (next === 'back') {
        await go(page, -1);
        await expect(page).toHaveURL(new RegExp(`${paths.faq.href()}$`));
        await mend();
        await settled(page);
        await go(page, 1);
        await arrived(page, store, cut === 'session');
      } else {
        const other = await context.newPage();
        await other.goto(place.url(store));
        await arrived(other, store, cut === 'session');
        if (cut === 'session') await other.goto(place.url(store));
        await expect(place.shows(other).first()).toBeVisible();
        await other.close();
        await mend();
        await bringBack(page);
      }
      await mend();
      // By itself, after a pause that has grown with each call that failed.
      await expect(place.shows(page).first()).toBeVisible({ timeout: 40_000 });
      await expect(again).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${place.url(store)}$`));
      await page.goto('about:blank');
      await page.request.post('/auth/logout-app2');
    });
});
