import type { Page } from '@playwright/test';
import { formatNumber } from '../../src/shared/lib/format';
import { expect, sellers, test } from '../fixtures';
import { items, wayOf } from '../models/list';
import { choose, state, step, total } from '../models/orderPage';
import { placeOrder } from '../models/placedOrder';
import { visit } from '../models/visit';

interface Customer {
  readonly _id: string;
  readonly f2: string;
  readonly f3: string;
}
interface Figures {
  readonly totalOrders: number;
  readonly totalQuantity: number;
  readonly totalAmount: number;
}
interface CustomerRow extends Figures {
  readonly customerName: string;
}
interface ProductRow extends Figures {
  readonly productName: string;
  readonly typeName: string;
}
interface OrderDetail {
  readonly joz: {
    readonly products: readonly {
      readonly name: string;
      readonly options: readonly { readonly type: string; readonly initialPrice: number }[];
    }[];
  };
}

/** As it is placed, and as the seller saves it: one more. */
const PLACED = 2;
const SAVED = PLACED + 1;
const NOTHING = { totalOrders: 0, totalQuantity: 0, totalAmount: 0 };
const DASHBOARD = '/report/dashboard-nums-app2';
const CUSTOMERS = '/report/dashboard-customers-nums-app2/1';
const PRODUCTS_TODAY = '/report/dashboard-basket-product-type-nums-app2/2';

const read = async <T>(page: Page, path: string): Promise<T> => {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as T;
};

const rows = async <Row>(page: Page, path: string): Promise<readonly Row[]> =>
  (await read<{ counts: readonly Row[] }>(page, path)).counts;

const figuresOf = (row: Figures | undefined): Figures => {
  const { totalOrders, totalQuantity, totalAmount } = row ?? NOTHING;
  return { totalOrders, totalQuantity, totalAmount };
};

/** What one customer has bought in all: only this test sells to it meanwhile. */
const soldTo = async (page: Page, name: string): Promise<Figures> =>
  figuresOf((await rows<CustomerRow>(page, CUSTOMERS)).find(({ customerName }) => customerName === name));

/** Today's sales of one type of one product: only this test sells that good meanwhile. */
const soldToday = async (page: Page, product: string, type: string): Promise<Figures> =>
  figuresOf(
    (await rows<ProductRow>(page, PRODUCTS_TODAY)).find(
      ({ productName, typeName }) => productName === product && typeName === type,
    ),
  );

const more = (figures: Figures, amount: number): Figures => ({
  totalOrders: figures.totalOrders + 1,
  totalQuantity: figures.totalQuantity + SAVED,
  totalAmount: figures.totalAmount + amount,
});

const localDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));

test("a seller's working day: from the log-in to the reports @both", async ({ page, logInByForm }, info) => {
  const placed = await placeOrder('special', info, PLACED);
  await logInByForm(sellers.special);
  const { users } = await read<{ users: readonly Customer[] }>(page, '/user/customer-list-app2?limit=100');
  const customer = users.find(({ f3 }) => f3 === placed.mobile);
  const { joz } = await read<OrderDetail>(page, `/market/fetch-order-joz-app2/${placed.orderId}`);
  const [product] = joz.products;
  const [line] = product?.options ?? [];
  if (!customer || !product || !line) throw new Error('the order that was placed is there');
  const amount = SAVED * line.initialPrice;
  const [boughtBefore, soldBefore] = [await soldTo(page, customer.f2), await soldToday(page, product.name, line.type)];

  await page
    .getByRole('main')
    .getByRole('link', { name: /^مشتریان/ })
    .click();
  await expect(page.getByRole('heading', { name: 'مشتریان' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'جستجو بر اساس نام مشتری' }).fill(customer.f2);
  await page.getByRole('link', { name: customer.f2, exact: true }).click();

  await expect(page.getByRole('heading', { name: 'سفارش‌های مشتری' })).toBeVisible();
  await wayOf(items(page).filter({ hasText: localDigits(placed.code) })).click();

  await expect(page).toHaveURL(new RegExp(`/sefaresh-moshtari/${customer._id}/${placed.orderId}$`));
  await expect(page.getByText('در حال ویرایش')).toBeVisible();
  await expect(page.getByRole('article').first().getByRole('heading').first()).toHaveText(product.name);
  const shown = await total(page).innerText();
  await step(page, 'افزایش');
  await expect(total(page)).not.toHaveText(shown);

  await choose(page, 'ذخیره سفارش');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ذخیره', exact: true }).click();
  await expect(page.getByText('ذخیره سفارش با موفقیت انجام شد')).toBeVisible();
  await expect(state(page, 'ثبت شده')).toBeVisible();

  // The reports hear of it through the bus: seconds, not minutes.
  await expect.poll(() => soldTo(page, customer.f2)).toEqual(more(boughtBefore, amount));
  await expect.poll(() => soldToday(page, product.name, line.type)).toEqual(more(soldBefore, amount));
  // The store's own figures change with every test that sells: they are those of all customers together.
  await expect(async () => {
    const all = await rows<CustomerRow>(page, CUSTOMERS);
    const sum = (name: keyof Figures) => all.reduce((figure, row) => figure + row[name], 0);
    const { counts } = await read<{ counts: Figures }>(page, DASHBOARD);
    expect(figuresOf(counts)).toEqual({
      totalOrders: sum('totalOrders'),
      totalQuantity: sum('totalQuantity'),
      totalAmount: sum('totalAmount'),
    });
  }).toPass({ timeout: 30_000 });

  const told = await visit(page, '/dashboard', (one) => new URL(one.url()).pathname === DASHBOARD && one.ok());
  const { counts } = (await told.json()) as { counts: Figures };
  const baskets = page.locator('dt', { hasText: 'فروش به سبد' }).locator('xpath=following-sibling::dd');
  await expect(baskets).toHaveText(formatNumber(counts.totalOrders));

  await page.getByRole('link', { name: 'گزارش محصولات' }).click();
  await page.getByText('امروز', { exact: true }).click();
  await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible();

  // The goods go back: the next run finds them as this one did.
  expect((await page.request.post(`/market/order-cancel-app2/${placed.orderId}`)).status()).toBe(200);
  await expect.poll(() => soldTo(page, customer.f2)).toEqual(boughtBefore);
});

test("another seller's order is not there", async ({ page, logIn }) => {
  await logIn();
  // The newest customer by activity has an order, whatever becomes of it meanwhile.
  const { users } = await read<{ users: readonly Customer[] }>(page, '/user/customer-list-app2?limit=1');
  const customerId = users[0]?._id ?? '';
  const { OrdersList } = await read<{ OrdersList: readonly { id: string }[] }>(
    page,
    `/market/fetch-order-list-app2/${customerId}?filterDate=0`,
  );
  const orderId = OrdersList[0]?.id ?? '';
  expect(orderId).not.toBe('');
  await logIn(sellers.special);
  for (const path of [
    `/market/fetch-order-joz-app2/${orderId}`,
    `/market/fetch-order-list-app2/${customerId}?filterDate=0`,
  ]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.json()).toEqual({ message: 'موردی یافت نشد.' });
  }
});
