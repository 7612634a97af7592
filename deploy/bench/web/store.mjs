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

const customerRow = (n) =>
  `W${n},فروشگاه شماره ${n},0912${String(1_000_000 + n)},,سوپرمارکت,فروشگاه ${n},تهران منطقه ${1 + (n % 9)},خیابان ${n}`;
const typeRow = (n) =>
  `W${Math.ceil(n / 4)},کالای سفارش بزرگ ${Math.ceil(n / 4)},سنجش,سنجش,W-${n},اندازه ${n},کارتن,12,100000,120000,9000,`;

/** Codes of customers by their names: the list's answer knows names alone. */
function codes() {
  const demo = readFileSync(resolve(root, 'deploy/demo/customers-3.csv'), 'utf8').trim().split('\n').slice(1);
  return new Map([...demo, ...range(CUSTOMERS).map(customerRow)].map((row) => [row.split(',')[1], row.split(',')[0]]));
}

async function get(request, path) {
  const answer = await request.get(path);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
  return answer.json();
}

const listed = async (request) => (await get(request, '/user/customer-list-app2?page=1&limit=10&filterDate=0&status=0')).users;

/** Fills the store and answers with the first customer of the list and its order of 200 lines. */
export async function fillStore(request) {
  const heads = {
    customers: 'customer_code,title,mobile,landline,trade_type,shop_name,activity_area,address',
    products: 'product_code,title,brand,category,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock,description',
  };
  ctl('import', 'customers', '--seller', SELLER, table('customers.csv', [heads.customers, ...range(CUSTOMERS).map(customerRow)]));
  ctl('import', 'products', '--seller', SELLER, table('products.csv', [heads.products, ...range(LINES).map(typeRow)]));
  ctl('generate', 'products', '--seller', SELLER, '--products', String(PRODUCTS), '--types-per-product', '1');
  const byName = codes();
  const [first] = await listed(request);
  const code = byName.get(first.f2);
  if (code === undefined) throw new Error(`no code is known of «${first.f2}»`);
  ctl('place-order', '--seller', SELLER, '--customer', code, '--client-order-id', `bench-${code}`, ...range(LINES).flatMap((n) => ['--line', `W-${n}=2`]));
  const { OrdersList: orders } = await get(request, `/market/fetch-order-list-app2/${first._id}?page=1&limit=10&filterDate=0`);
  return { customer: first._id, order: orders[0].id };
}
