import type { Page } from '@playwright/test';
import { toLatin } from '../../src/shared/lib/digits';
import { maskMobile } from '../../src/shared/lib/masks';
import { expect, test } from '../fixtures';
import { itemAt, items, scrollToEnd, wayOf, whole } from '../models/list';
import { untilStill } from '../models/motion';

interface CustomerList {
  readonly users: readonly { _id: string; f2: string; f3: string; f7: string | null }[];
  readonly totals: { readonly all: number; readonly unprocessed: number; readonly processed: number };
}

async function customers(page: Page, query = ''): Promise<CustomerList> {
  const response = await page.request.get(`/user/customer-list-app2?page=1&limit=100${query}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as CustomerList;
}

/** A part of many names. */
const COMMON = 'می';
const PAGE_SIZE = 10;

/** The paths of the cards' names end in the customers' ids. */
const idOf = (path: string): string => path.split('/').at(-1) ?? '';

const shown = async (page: Page): Promise<string[]> => {
  const links = items(page).locator('a[href*="/joz-sefaresh/"]');
  return (await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))).map(idOf);
};

/** Whoever was active last. */
async function someCustomer(page: Page): Promise<CustomerList['users'][number]> {
  const [customer] = (await customers(page)).users;
  if (!customer) throw new Error('the demo has customers');
  return customer;
}

const localDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'جستجو بر اساس نام مشتری' });
const states = (page: Page) => page.getByRole('group', { name: 'وضعیت مشتریان' });

async function visit(page: Page): Promise<void> {
  await page.goto('/seller-customers');
  await expect(page.getByRole('heading', { name: 'مشتریان', exact: true })).toBeVisible();
  await expect(items(page).first()).toBeVisible();
}

test('a search finds a customer, whose number can be called and whose card leads to the orders', async ({
  page,
  logIn,
}) => {
  await logIn();
  const { _id: id, f2: title, f3: mobile } = await someCustomer(page);
  await visit(page);
  await searchBox(page).fill(title);
  const card = items(page).filter({ has: page.locator(`a[href$="/joz-sefaresh/${id}"]`) });
  await expect(card).toBeVisible();
  // Whoever is left carries the words that were searched.
  await expect(items(page).filter({ hasNotText: title })).toHaveCount(0);
  await expect(card.getByRole('link', { name: `تماس با ${localDigits(maskMobile(mobile))}` })).toHaveAttribute(
    'href',
    `tel:${mobile}`,
  );

  await card.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/joz-sefaresh/${id}$`));
  await expect(page.getByRole('heading', { name: 'سفارش‌های مشتری' })).toBeVisible();
  await expect(items(page).first()).toBeVisible();
});

test('a search that fits nobody says so', async ({ page, logIn }) => {
  await logIn();
  await visit(page);
  await searchBox(page).fill('چنین نامی نیست');
  await expect(page.getByText('مشتری با این مشخصات یافت نشد')).toBeVisible();
  await page.getByRole('button', { name: 'پاک کردن', exact: true }).click();
  await expect(items(page).first()).toBeVisible();
});

test('scrolling loads every match, page by page, up to the end marker', async ({ page, logIn }) => {
  await logIn();
  const { users, totals } = await customers(page, `&search=${encodeURIComponent(COMMON)}`);
  const last = Math.ceil(totals.all / PAGE_SIZE);
  expect(last, 'the demo has several pages of them').toBeGreaterThan(2);
  const asked: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.searchParams.get('search') === COMMON) asked.push(Number(url.searchParams.get('page')));
  });
  await visit(page);
  await searchBox(page).fill(COMMON);
  await expect(
    states(page).getByRole('button', { name: new RegExp(`^${localDigits(totals.all)} ?همه مشتریان`) }),
  ).toBeVisible();
  await expect(
    page.locator(`[aria-setsize="${totals.all}"], [aria-rowcount="${totals.all + 1}"]`).first(),
  ).toBeVisible();
  const seen = await scrollToEnd(page);
  // Only those near the screen are drawn.
  expect(await items(page).count()).toBeLessThan(totals.all);
  // Everybody once, whoever orders meanwhile: what is in sight may be read again then, but no page is skipped.
  expect([...seen.values()].map(idOf).toSorted()).toEqual(users.map(({ _id }) => _id).toSorted());
  expect([...new Set(asked)]).toEqual(Array.from({ length: last }, (_, index) => index + 1));
});

test('a page that comes late begins where one waits for it @both', async ({ page, logIn }) => {
  await logIn();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/customer-list-app2\?(.*&)?page=2&/, async (route) => {
    await held;
    await route.continue();
  });
  await visit(page);
  const waiting = page.getByRole('main').getByRole('status').filter({ hasText: 'در حال بارگذاری' });
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(waiting).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [20], timeout: 10_000 });
  const at = (place: number) => itemAt(page, place);
  const before = await at(PAGE_SIZE).boundingBox();
  answer();
  await expect(waiting).toHaveCount(0);
  await expect(at(PAGE_SIZE + 1)).toBeInViewport();
  expect((await at(PAGE_SIZE).boundingBox())?.y).toBeCloseTo(before?.y ?? Number.NaN, -1);
});

test('Back from an order brings the list as it was left, and a reload keeps its filters @both', async ({
  page,
  logIn,
}) => {
  await logIn();
  await visit(page);
  await searchBox(page).fill(COMMON);
  const filtered = page.waitForResponse((response) => {
    const { searchParams } = new URL(response.url());
    return searchParams.get('status') === '1' && searchParams.get('search') === COMMON;
  });
  await expect(page).toHaveURL(/search=/);
  await states(page)
    .getByRole('button', { name: /بررسی شده/ })
    .click();
  const { users } = (await (await filtered).json()) as CustomerList;
  // The former list stands until the new one is drawn, which begins at its top.
  await expect.poll(async () => (await shown(page)).slice(0, 3)).toEqual(users.slice(0, 3).map(({ _id }) => _id));
  // Far enough for a third page, and for the header to get lower.
  const chosen = itemAt(page, 2 * PAGE_SIZE + 4);
  await expect(async () => {
    if ((await chosen.count()) > 0) await chosen.evaluate((card) => card.scrollIntoView({ block: 'center' }));
    // Round again, where it came too late.
    else await page.evaluate(() => window.scrollTo(0, (window.scrollY + 300) % document.documentElement.scrollHeight));
    await expect(chosen).toBeInViewport({ ratio: 1, timeout: 100 });
  }).toPass({ intervals: [50] });
  // The header gets lower, and what is below it moves up meanwhile.
  await expect(page.locator('header[data-collapsed]')).toBeVisible();
  await untilStill(page);
  const title = await wayOf(chosen).innerText();
  const address = page.url();
  const top = (await chosen.boundingBox())?.y ?? 0;

  // By no pointer: what brings one to the link may scroll, and it is the place before it that is looked for.
  await chosen.getByRole('link', { name: title, exact: true }).dispatchEvent('click');
  await wayOf(items(page).first()).click();
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'سفارش‌های مشتری' })).toBeVisible();
  // The arrow of the header leads to the page as it was left, too.
  await page.getByRole('main').getByRole('link', { name: 'بازگشت', exact: true }).click();

  await expect(page).toHaveURL(address);
  await expect(searchBox(page)).toHaveValue(COMMON);
  await expect(states(page).getByRole('button', { name: /بررسی شده/ })).toHaveAttribute('aria-pressed', 'true');
  const again = items(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await expect(again).toBeInViewport();
  await expect.poll(async () => Math.abs(((await again.boundingBox())?.y ?? 0) - top)).toBeLessThan(4);
  await page.reload();
  await expect(searchBox(page)).toHaveValue(COMMON);
  await expect(states(page).getByRole('button', { name: /بررسی شده/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(items(page).first()).toBeVisible();
});

test('a shared link opens the orders of a period, and Back undoes a filter', async ({ page, logIn }) => {
  await logIn();
  const { _id: id } = await someCustomer(page);
  await page.goto(`/joz-sefaresh/${id}?period=range&from=1404-01-01&to=1405-12-29&status=cancelled`);
  const rows = page.getByRole('group', { name: 'وضعیت سفارش‌ها' });
  await expect(page.getByRole('button', { name: /^بازه/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(rows.getByRole('button', { name: /لغو شده/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'همه', exact: true }).click();
  await expect(page).toHaveURL(/\?status=cancelled$/);
  await page.goBack();
  await expect(page.getByRole('button', { name: /^بازه/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a stat row filters on the server', async ({ page, logIn }) => {
  await logIn();
  await visit(page);
  const filtered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('status') === '0');
  const unprocessed = states(page).getByRole('button', { name: /بررسی نشده/ });
  await unprocessed.click();
  const { users } = (await (await filtered).json()) as CustomerList;
  await expect(unprocessed).toHaveAttribute('aria-pressed', 'true');
  await expect(items(page).first()).toContainText(users[0]?.f2 ?? 'the demo has open orders');
  await expect(items(page).filter({ hasNotText: 'سفارش دارد' })).toHaveCount(0);
});

test('an order card opens and closes its details, and leads to the order', async ({ page, logIn }) => {
  await logIn();
  const { _id: id } = await someCustomer(page);
  await page.goto(`/joz-sefaresh/${id}`);
  const card = items(page).first();
  await card.getByRole('button', { name: 'بیشتر' }).click();
  await expect(card.getByText('نشانی')).toBeVisible();
  await card.getByRole('button', { name: 'کمتر' }).click();
  await expect(card.getByText('نشانی')).toBeHidden();
  await wayOf(card).click();
  await expect(page).toHaveURL(new RegExp(`/sefaresh-moshtari/${id}/`));
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
});

test('a phone shows six customers or five orders at once, and whom to call after one press @phone', async ({
  page,
  logIn,
}) => {
  await logIn();
  await visit(page);
  expect(await whole(page)).toBeGreaterThanOrEqual(6);
  await page.getByRole('button', { name: 'تازه‌ترین سفارش' }).click();
  const sorted = page.waitForResponse((response) => response.url().includes('sort=silent'));
  await page.getByRole('menuitemradio', { name: 'خاموش‌ترین' }).click();
  const { users } = (await (await sorted).json()) as CustomerList;
  await expect.poll(async () => (await shown(page)).slice(0, 3)).toEqual(users.slice(0, 3).map(({ _id }) => _id));
  await expect(
    items(page)
      .first()
      .getByRole('link', { name: /^تماس با/ }),
  ).toHaveAttribute('href', `tel:${users[0]?.f3}`);

  const lastOrders = users.map(({ f7 }) => f7 ?? '');
  expect(lastOrders).toEqual(lastOrders.toSorted());

  await page.goto(`/joz-sefaresh/${(await someCustomer(page))._id}`);
  await expect(items(page).nth(5)).toBeVisible();
  expect(await whole(page)).toBeGreaterThanOrEqual(5);
});

test('a wide screen has tables that are sorted and walked by the keyboard @wide', async ({ page, logIn }) => {
  await logIn();
  await visit(page);
  expect(await whole(page)).toBeGreaterThanOrEqual(9);
  const turned = page.waitForResponse((response) => response.url().includes('sort=silent'));
  await page.getByRole('columnheader', { name: 'آخرین سفارش' }).getByRole('button').press('Enter');
  const { users } = (await (await turned).json()) as CustomerList;
  await expect.poll(async () => (await shown(page)).slice(0, 3)).toEqual(users.slice(0, 3).map(({ _id }) => _id));
  await wayOf(items(page).first()).focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowDown');
  await expect(wayOf(items(page).nth(8))).toBeFocused();
  await expect(items(page).nth(8)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/joz-sefaresh/${users[8]?._id}$`));

  await page.goto(`/joz-sefaresh/${(await someCustomer(page))._id}`);
  const totals = async () =>
    (await items(page).getByText(/تومان/).allInnerTexts()).map((text) => Number(toLatin(text).replace(/\D/g, '')));
  await page.getByRole('columnheader', { name: 'مبلغ کل' }).getByRole('button').click();
  await expect(page).toHaveURL(/\?sort=dearest$/);
  await expect.poll(totals).toEqual((await totals()).toSorted((one, other) => other - one));
  await wayOf(items(page).first()).click();
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?sort=dearest$/);
  await expect(page.getByRole('columnheader', { name: 'مبلغ کل' })).toHaveAttribute('aria-sort', 'descending');
});

test('a wide screen keeps the list beside what it has opened, walked by the keyboard @wide', async ({
  page,
  logIn,
}) => {
  await logIn();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const [, call = '', of = ''] = /(customer-list|order-list|order-joz)-app2(.*)/.exec(pathname) ?? [];
    if (call !== '') asked.push(`${call}${of}${searchParams.get('page') ?? ''}`);
  });
  await page.goto('/seller-customers?sort=silent');
  const { users } = await customers(page, '&sort=silent');
  const [, , third, fourth] = users.filter(({ f7 }) => f7 !== null);
  const addressOf = (customer: typeof third) => new RegExp(`/joz-sefaresh/${customer?._id}$`);
  await items(page)
    .getByRole('link', { name: third?.f2 ?? '', exact: true })
    .press('Enter');
  await expect(page).toHaveURL(addressOf(third));
  const beside = page.getByRole('navigation', { name: 'مشتریان' }).locator('[aria-current]');
  await expect(beside).toContainText(third?.f2 ?? '');
  await expect(beside).toBeInViewport({ ratio: 1 });

  await beside.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(addressOf(fourth));
  await expect(beside).toContainText(fourth?.f2 ?? '');
  await expect(beside).toBeFocused();
  await expect(items(page).first()).toBeVisible();
  const ofOrders = () => asked.filter((call) => call.startsWith('order'));
  expect(ofOrders()).toEqual([`order-list/${third?._id}`, `order-list/${fourth?._id}`]);

  // Out of the list into the page.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await wayOf(items(page).first()).press('Enter');
  await expect(page.getByRole('heading', { name: 'خلاصه سفارش' })).toBeVisible();
  const order = page.url();
  const orders = page.getByRole('navigation', { name: 'سفارش‌های مشتری' });
  await expect(orders.locator('[aria-current]')).toHaveAttribute('href', new URL(order).pathname);
  expect(ofOrders().slice(2)).toEqual([`order-joz/${order.split('/').at(-1)}`]);
  // No page of the customers was read twice.
  expect(asked).toEqual([...new Set(asked)]);

  await page.goBack();
  await expect(page).toHaveURL(addressOf(fourth));
  await expect(beside).toContainText(fourth?.f2 ?? '');
  await page.goBack();
  await expect(page).toHaveURL(addressOf(third));
  await expect(beside).toContainText(third?.f2 ?? '');
  await page.goBack();
  await expect(page).toHaveURL(/\/seller-customers\?sort=silent$/);
  await expect(beside).toHaveCount(0);
});

test('a range needs both of its dates', async ({ page, logIn }) => {
  await logIn();
  await visit(page);
  await page.getByRole('button', { name: 'بازه', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'از تاریخ' }).fill('14050801');
  await sheet.getByRole('button', { name: 'گزارش' }).click();
  await expect(sheet.getByText('لطفا هر دو تاریخ شروع و پایان را انتخاب کنید')).toBeVisible();
});
