// The large store that is measured: 5,000 customers, 10,000 products, an order of 200 lines. The same again changes nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const SELLER = '019a9a00-0000-7000-8000-000000000003';
export const ACCOUNT = { cellphone: '09120000003', password: 'pishkhan-demo-3' };
const CUSTOMERS = 5000;
const PRODUCTS = 10_000;
const LINES = 200;

const ctl = (...words) => execFileSync(resolve(root, 'deploy/dev/run'), ['ctl', ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
const range = (count) => Array.from({ length: count }, (_, index) => index + 1);
const table = (name, rows) => {
  const file = resolve(root, process.env.DEV_STATE ?? '.dev', 'bench-web', name);
  mkdirSync(resolve(file, '..'), { recursive: true });
  writeFileSync(file, rows.join('\n'));
  return file;
};

const demo = (name) => {
  const [head, ...rows] = readFileSync(resolve(root, 'deploy/demo', name), 'utf8').trim().split('\n');
  return { head, rows: rows.map((row) => row.split(',')) };
};
const customers = demo('customers-3.csv');
const products = demo('products-3.csv');

/** The store's own people and goods over and over, each with a number in its name. */
function customerRow(n) {
  const [, title, , , trade, shop, area, address] = customers.rows[n % customers.rows.length];
  return [`W${n}`, `${title} ${n}`, `0912${1_000_000 + n}`, '', trade, `${shop} ${n}`, area, address].join(',');
}
function typeRow(n) {
  const product = Math.ceil(n / 4);
  const [, title, brand, category, , name, unit] = products.rows[product % products.rows.length];
  return [`W${product}`, `${title} ${product}`, brand, category, `W-${n}`, `${name} ${n}`, unit, 12, 100_000, 120_000, 9000, ''].join(',');
}

/** Codes of customers by their names: the list's answer knows names alone. */
const codes = () =>
  new Map([...customers.rows, ...range(CUSTOMERS).map((n) => customerRow(n).split(','))].map(([code, title]) => [title, code]));

async function get(request, path) {
  const answer = await request.get(path);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
  return answer.json();
}

const listed = async (request) => (await get(request, '/user/customer-list-app2?page=1&limit=10&filterDate=0&status=0')).users;

/** Fills the store and answers with the first customer of the list and its order of 200 lines. */
export async function fillStore(request) {
  ctl('import', 'customers', '--seller', SELLER, table('customers.csv', [customers.head, ...range(CUSTOMERS).map(customerRow)]));
  ctl('import', 'products', '--seller', SELLER, table('products.csv', [products.head, ...range(LINES).map(typeRow)]));
  ctl('generate', 'products', '--seller', SELLER, '--products', String(PRODUCTS), '--types-per-product', '1');
  const byName = codes();
  const [first] = await listed(request);
  const code = byName.get(first.f2);
  if (code === undefined) throw new Error(`no code is known of «${first.f2}»`);
  ctl('place-order', '--seller', SELLER, '--customer', code, '--client-order-id', `bench-${code}`, ...range(LINES).flatMap((n) => ['--line', `W-${n}=2`]));
  const { OrdersList: orders } = await get(request, `/market/fetch-order-list-app2/${first._id}?page=1&limit=10&filterDate=0`);
  return { customer: first._id, order: orders[0].id };
}
