import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '../fixtures';
import { tool } from './house';
import { connect, makeSeller, type OwnSeller, subscribe } from './ownSeller';

/** As products-bind-app2 has it. */
export interface Product {
  readonly title: string;
  readonly productTypes: readonly { readonly _id: string; readonly nameNoeMahsool: string }[];
}

/** A store that sells. */
export interface Scene {
  readonly seller: OwnSeller;
  readonly customer: string;
  readonly products: readonly Product[];
  /** The registered order of the first five. */
  readonly orderId: string;
}

/** The demo's goods. */
const GOODS = fileURLToPath(new URL('../../../deploy/demo/products.csv', import.meta.url));

/** Of a write that must not run twice. */
export const headers = () => ({ 'Idempotency-Key': randomUUID() });
export const typeOf = ({ productTypes }: Product) => productTypes[0]?._id ?? '';

/** A store of its own with goods and one customer, who has bought of the first five products before. */
export async function scene(page: Page, logIn: (who: OwnSeller) => Promise<void>, info: TestInfo): Promise<Scene> {
  const seller = await makeSeller();
  await tool('import', 'products', '--seller', seller.sellerId, GOODS);
  await connect(seller, ['T1'], info);
  await logIn(seller);
  await subscribe(page.request);
  await page.request.post('/user/activationToggle', { data: { isActive: true } });
  const { users } = (await (
    await page.request.get('/user/customer-list-app2?page=1&limit=10&filterDate=0')
  ).json()) as {
    users: { _id: string }[];
  };
  const { product } = (await (await page.request.get('/market/products-bind-app2?page=1&limit=15')).json()) as {
    product: Product[];
  };
  const customer = users[0]?._id ?? '';
  const orderId = await place(page, customer, product.slice(0, 5), 2);
  await register(page, orderId);
  return { seller, customer, products: product, orderId };
}

/** Places an order of so much of the first type of each product, and returns its id. */
export async function place(page: Page, customer: string, products: readonly Product[], quantity: number) {
  const options = products.map((one) => ({ typeId: typeOf(one), quantity }));
  const data = { customerId: customer, products: [{ options }] };
  const placed = await page.request.post('/market/order-place-app2', { data, headers: headers() });
  expect(placed.status(), await placed.text()).toBe(200);
  return ((await placed.json()) as { id: string }).id;
}

export async function register(page: Page, orderId: string): Promise<void> {
  const saved = await page.request.post(`/market/order-save-app2/${orderId}`, { headers: headers() });
  expect(saved.status(), await saved.text()).toBe(200);
}

/** A customer's orders, newest first. */
export async function ordersOf(page: Page, customer: string): Promise<readonly { id: string; status: number }[]> {
  const list = await page.request.get(`/market/fetch-order-list-app2/${customer}?filterDate=0`);
  return ((await list.json()) as { OrdersList: { id: string; status: number }[] }).OrdersList;
}
