import { expect, type Locator, type Page } from '@playwright/test';
import type { WireProduct } from './productPage';

interface ListReply {
  readonly product: readonly (WireProduct & { readonly brand: { readonly _id: string } })[];
  readonly total: number;
  readonly totalPages: number;
}

/** What the server lists, without the page. */
export async function listed(page: Page, query = ''): Promise<ListReply> {
  const response = await page.request.get(`/market/products-bind-app2?page=1&limit=100${query}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as ListReply;
}

export interface Brand {
  readonly _id: string;
  readonly name: string;
  readonly count: number;
}

export async function brandsOf(page: Page): Promise<readonly Brand[]> {
  const response = await page.request.get('/market/product-brands-app2');
  expect(response.status()).toBe(200);
  return ((await response.json()) as { brands: Brand[] }).brands;
}

export const localDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));

export const productList = (page: Page): Locator => page.getByRole('list', { name: 'محصولات' });
/** Those that are drawn at the moment. */
export const entries = (page: Page): Locator => productList(page).locator('[aria-posinset]');
export const entryOf = (page: Page, title: string): Locator =>
  productList(page).getByRole('article', { name: localDigits(title), exact: true });
export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'جستجو بر اساس نام محصول' });
export const counted = (page: Page, count: number): Locator =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${localDigits(count)} محصول$`) });

export async function visitProducts(page: Page, query = ''): Promise<void> {
  await page.goto(`/products${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'محصولات' })).toBeVisible();
}

/** The titles on show, in their order. */
export const titles = (page: Page): Promise<string[]> =>
  productList(page).getByRole('heading', { level: 2 }).allInnerTexts();

export async function chooseSort(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from, exact: true }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
}
