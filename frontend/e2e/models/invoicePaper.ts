import type { Page, Route } from '@playwright/test';
import { expect } from '../fixtures';

interface Option {
  readonly typeId: string;
  readonly type: string;
  readonly quantity: number;
}

interface Product {
  readonly _id: string;
  readonly name: string;
  readonly image: string;
  readonly options: readonly Option[];
}

interface Order {
  readonly joz: { readonly products: readonly Product[] };
  readonly status: number;
  readonly version: number;
}

export interface Sheet {
  readonly order: { readonly version: number; readonly PaperBill: number | null; readonly sellerToz: string };
  readonly joz: { readonly products: readonly Product[] };
}

export const read = async <T>(page: Page, path: string): Promise<T> => {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as T;
};

export const sheetOf = (page: Page, orderId: string): Promise<Sheet> =>
  read<Sheet>(page, `/market/fetch-order-joz-faktor-app2/${orderId}`);

/** Open orders of customers that no other spec works on: those take the first two and, by number, the last ones. */
export async function openOrders(page: Page): Promise<readonly string[]> {
  const { users } = await read<{ users: readonly { _id: string }[] }>(
    page,
    '/user/customer-list-app2?limit=100&status=0',
  );
  const orders: string[] = [];
  for (const { _id } of users.slice(2, 12)) {
    const path = `/market/fetch-order-list-app2/${_id}?filterDate=0`;
    const { OrdersList } = await read<{ OrdersList: readonly { id: string; status: number }[] }>(page, path);
    orders.push(...OrdersList.filter(({ status }) => status === 0).map(({ id }) => id));
  }
  return orders;
}

/** The worked order of the rules: product picture, type's place in the product, quantity. */
const WORKED = [
  ['P011', '۷۰۰ گرم', 3],
  ['P016', '۸۰۰ گرم', 2],
  ['P032', 'خانواده ۱٫۵ لیتر', 10],
] as const;

/** The ids of the worked order's types, from the orders that hold them. */
async function workedTypes(page: Page): Promise<readonly (readonly [string, number])[]> {
  const found = new Map<string, string>();
  const { users } = await read<{ users: readonly { _id: string }[] }>(page, '/user/customer-list-app2?limit=100');
  for (const { _id } of users) {
    const path = `/market/fetch-order-list-app2/${_id}?filterDate=0`;
    const { OrdersList } = await read<{ OrdersList: readonly { id: string }[] }>(page, path);
    for (const { id } of OrdersList) {
      const { joz } = await read<Order>(page, `/market/fetch-order-joz-app2/${id}`);
      for (const { image, options } of joz.products) {
        for (const { type, typeId } of options) found.set(`${/P\d+/.exec(image)?.[0] ?? ''} ${type}`, typeId);
      }
      const types = WORKED.map(([product, type, quantity]) => [found.get(`${product} ${type}`), quantity] as const);
      if (types.every(([typeId]) => typeId !== undefined)) {
        return types.map(([typeId, quantity]) => [typeId ?? '', quantity] as const);
      }
    }
  }
  throw new Error('the demo sells what the worked order is made of');
}

/** Makes an open order the worked one, with nothing written on its paper. */
export async function makeWorked(page: Page, orderId: string): Promise<void> {
  const types = await workedTypes(page);
  // The first line alone, then all: a line that the order had before keeps its place among them.
  for (const lines of [types.slice(0, 1), types]) {
    const answer = await page.request.post(`/market/order-update-cp/${orderId}`, {
      data: {
        products: lines.map(([typeId, quantity]) => ({ options: [{ typeId, quantity }] })),
        shippingCost: 350_000,
        PaperBill: 0,
        sellerToz: '',
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

/** Whose order it is and when it was placed differ from one demo to the next; goods, prices and totals do not. */
const SAME_HEAD = {
  Code: '1405-08-000123',
  sellerTitle: 'پخش زرین',
  revision: 0,
  reopened: false,
  customerName: 'رضا محمدی',
  customerCellPhone: '09121234567',
  customerOnvanSenf: 'سوپرمارکت',
  customerOnvanFrooshgah: 'آفتاب',
  customerTelephone: '02133445566',
  customerTeritory: 'تهران، منطقه ۵',
  customerAddress: 'تهران، بلوار فردوس شرق، پلاک ۱۲',
  customerToz: '',
};

/** Gives the paper a head that is the same on every day; `lines` repeats the goods until there are that many. */
export async function withSameHead(page: Page, lines = 0): Promise<void> {
  await page.route('**/market/fetch-order-joz-faktor-app2/*', async (route: Route) => {
    const response = await route.fetch();
    const sheet = (await response.json()) as { order: object; joz: { products: Product[]; totalPurchase: number } };
    const { products } = sheet.joz;
    const repeated = Array.from({ length: Math.ceil(lines / 3) }, (_, round) =>
      products.map((product) => ({
        ...product,
        _id: `${product._id}-${round}`,
        options: product.options.map((option) => ({ ...option, typeId: `${option.typeId}-${round}` })),
      })),
    ).flat();
    await route.fulfill({
      response,
      json: {
        ...sheet,
        order: { ...sheet.order, ...SAME_HEAD },
        createdAtS: '1405/08/30 - 12:00',
        orderDateTimeServeS: '1405/09/02',
        joz: { ...sheet.joz, products: lines > 0 ? repeated : products },
      },
    });
  });
}

/** The page below is one that loads nothing but a list. */
export async function visit(page: Page, orderId: string): Promise<void> {
  await page.goto(`/seller-customers?invoice=${orderId}`);
  // Sixty products with their fields take a busy machine a while.
  await expect(paper(page)).toBeVisible({ timeout: 30_000 });
}

/** The paper on the screen; the one for the printer is not visible. */
export const paper = (page: Page) => page.getByRole('dialog').getByRole('article');
/** The paper for the printer. */
export const printed = (page: Page) => page.locator('[data-print-area]').getByRole('article', { includeHidden: true });

export async function choosePaper(page: Page, name: 'A4' | '۸۰ میلی‌متری'): Promise<void> {
  const choice = page.getByRole('button', { name, exact: true });
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
}
