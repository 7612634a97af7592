// Measures the client in a slowed browser on a large store (`make bench-web`); prints one table, fails when a goal is missed.
//
// BENCH_RUNS (3) cold loads of each page, the middle one counts. BENCH_ONLY=pages|steps|lists|order measures a part.
// BENCH_DIST: another build of the client than frontend/dist. BENCH_BEFORE: the web.json of another run, for ratios.
// The machine should do nothing else: all but the bytes is wall time.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { keyTime, launch, openTab, scrollRate, stepTo } from './browser.mjs';
import { ACCOUNT, fillStore } from './store.mjs';

const url = process.env.PISHKHAN_URL;
if (!url) throw new Error('run this by `make bench-web`: it needs a house of its own');
const runs = Number(process.env.BENCH_RUNS ?? 3);
const only = process.env.BENCH_ONLY ?? '';
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const texts = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../frontend/src/shared/i18n/locales/fa/ui.json'), 'utf8'));
const CUSTOMERS = '/seller-customers';
const shows = {
  home: `main a[href="${CUSTOMERS}"]`,
  customers: 'main a[href*="/joz-sefaresh/"]',
  orders: 'main a[href*="/sefaresh-moshtari/"]',
  order: `main button[aria-label^="${texts.increase.split('{')[0]}"]`,
  products: 'main a[href*="/products-details/"]',
};
/** What is missed is said by `goal`: at most so much, or at least when it is `least`. */
const results = [];
const note = (name, value, goal, least = false) => {
  results.push({ name, value, goal, missed: goal !== undefined && (least ? value < goal : value > goal) });
};

async function coldPage(browser, cookies, path, selector, use) {
  const tab = await openTab(browser, url, cookies);
  try {
    await tab.page.goto(path);
    await tab.page.locator(selector).first().waitFor();
    await tab.quiet();
    const { lcp, cls } = await tab.page.evaluate(() => window.bench);
    const kilobytes = tab.net.scripts / 1000;
    const { requests } = tab.net;
    await use?.(tab.page);
    await tab.page.waitForTimeout(700);
    const { event } = await tab.page.evaluate(() => window.bench);
    return { lcp, cls, event, kilobytes, requests, calls: tab.net.calls };
  } finally {
    await tab.close();
  }
}

async function pages(browser, cookies, { customer, order }) {
  const search = async (page) => {
    await page.locator('main input[type="search"]').first().tap();
    await page.keyboard.press('1');
  };
  const wanted = [
    ['log-in', '/log-in', 'form button[type="submit"]', async (page) => {
      await page.locator('input').first().tap();
      await page.keyboard.type('0912', { delay: 100 });
      await page.locator('form button[type="submit"]').tap();
    }],
    ['home', '/home', shows.home, (page) => page.locator('main h1').first().tap()],
    ['customers', CUSTOMERS, shows.customers, search],
    ['order', `/sefaresh-moshtari/${customer}/${order}`, shows.order, (page) => page.locator(shows.order).first().tap()],
    ['products', '/products', shows.products, search],
  ];
  for (const [name, path, selector, use] of wanted) {
    const found = [];
    for (let run = 0; run < runs; run += 1) found.push(await coldPage(browser, name === 'log-in' ? [] : cookies, path, selector, use));
    note(`${name}: LCP, ms`, middle(found.map(({ lcp }) => lcp)), 2000);
    note(`${name}: CLS`, middle(found.map(({ cls }) => cls)), 0.02);
    note(`${name}: worst event, ms`, middle(found.map(({ event }) => event)), 150);
    note(`${name}: scripts, KB`, middle(found.map(({ kilobytes }) => kilobytes)), name === 'log-in' ? 150 : undefined);
    note(`${name}: requests`, middle(found.map(({ requests }) => requests)));
    const validations = found[0].calls.filter((call) => call.includes('validate-token')).length;
    note(`${name}: sessions validated`, validations, name === 'log-in' ? 0 : 1);
  }
}

async function steps(browser, cookies, { customer, order }) {
  const found = { 'home → customers': [], 'customers → orders': [], 'orders → order': [], 'order → back': [] };
  for (let run = 0; run < runs; run += 1) {
    const { page, quiet, close } = await openTab(browser, url, cookies);
    await page.goto('/home');
    await page.locator(shows.home).first().waitFor();
    await quiet();
    const press = (selector) => () => page.locator(selector).first().click({ delay: 80 });
    found['home → customers'].push(await stepTo(page, press(shows.home), CUSTOMERS, shows.customers));
    await quiet();
    found['customers → orders'].push(await stepTo(page, press(`main a[href$="/joz-sefaresh/${customer}"]`), '/joz-sefaresh/', shows.orders));
    await quiet();
    found['orders → order'].push(await stepTo(page, press(`main a[href$="/${order}"]`), '/sefaresh-moshtari/', shows.order));
    await quiet();
    found['order → back'].push(await stepTo(page, () => page.evaluate(() => history.back()), '/joz-sefaresh/', shows.orders));
    await close();
  }
  for (const [name, taken] of Object.entries(found)) note(`${name}, ms`, middle(taken), 1000);
}

async function list(browser, cookies, name, path, selector) {
  const tab = await openTab(browser, url, cookies);
  const { page } = tab;
  await tab.slow({ cpu: false, line: false });
  await page.goto(path);
  await page.locator(selector).first().waitFor();
  // As far down as twelve seconds lead.
  const until = Date.now() + 12_000;
  while (Date.now() < until) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(120);
  }
  note(`${name}: loaded height, px`, await page.evaluate(() => document.documentElement.scrollHeight));
  await tab.quiet();
  await tab.slow({ line: false });
  note(`${name}: frames a second`, await scrollRate(tab, 12_000), 55, true);
  const field = page.locator('main input[type="search"]').first();
  await page.evaluate(() => scrollTo(0, 0));
  await field.tap();
  note(`${name}: a key in the search, ms`, await keyTime(page, ['1', '2', '3', 'Backspace', 'Backspace']), 50);
  await tab.close();
}

async function typedQuantity(browser, cookies, { customer, order }) {
  const tab = await openTab(browser, url, cookies);
  await tab.slow({ line: false });
  await tab.page.goto(`/sefaresh-moshtari/${customer}/${order}`);
  await tab.page.locator(shows.order).first().waitFor();
  await tab.quiet();
  const field = tab.page.locator('main [role="group"] input').first();
  // Where a quantity cannot be typed, a press of the key on its plus is the same change.
  if (await field.count()) await field.tap();
  else await tab.page.locator(shows.order).first().focus();
  note('order of 200 lines: a quantity, ms', await keyTime(tab.page, (await field.count()) ? ['3', '1', 'Backspace'] : ['Enter', 'Enter', 'Enter']), 50);
  await tab.close();
}

function table() {
  const before = process.env.BENCH_BEFORE ? new Map(JSON.parse(readFileSync(process.env.BENCH_BEFORE, 'utf8')).map((row) => [row.name, row.value])) : new Map();
  const show = (value) => (value === undefined ? '' : String(Number(value.toFixed(value < 10 ? 3 : value < 1000 ? 1 : 0))));
  console.log(`\n${''.padEnd(38)}${'now'.padStart(9)}${'goal'.padStart(9)}${before.size ? `${'before'.padStart(9)}${'ratio'.padStart(7)}` : ''}   load ${loadavg()[0].toFixed(1)}`);
  for (const { name, value, goal, missed } of results) {
    const old = before.get(name);
    const compared = before.size ? show(old).padStart(9) + (old ? (value / old).toFixed(2) : '').padStart(7) : '';
    console.log(name.padEnd(38) + show(value).padStart(9) + show(goal).padStart(9) + compared + (missed ? '   missed' : ''));
  }
  const missed = results.filter((row) => row.missed);
  console.log(missed.length === 0 ? '\nevery goal is met' : `\nmissed: ${missed.map(({ name }) => name).join('; ')}`);
  return missed.length === 0 ? 0 : 1;
}

const browser = await launch();
const context = await browser.newContext({ baseURL: url });
const answer = await context.request.post('/auth/login-app2', { data: ACCOUNT });
if (!answer.ok()) throw new Error(`the log-in answered ${answer.status()}`);
const store = await fillStore(context.request);
const cookies = await context.cookies();
const parts = {
  pages: () => pages(browser, cookies, store),
  steps: () => steps(browser, cookies, store),
  lists: async () => {
    await list(browser, cookies, 'customers', CUSTOMERS, shows.customers);
    await list(browser, cookies, 'products', '/products', shows.products);
  },
  order: () => typedQuantity(browser, cookies, store),
};
for (const [name, measure] of Object.entries(parts)) if (name.includes(only)) await measure();
await browser.close();
writeFileSync(resolve(import.meta.dirname, '../../..', process.env.DEV_STATE ?? '.dev', 'web.json'), JSON.stringify(results, null, 1));
process.exitCode = table();
