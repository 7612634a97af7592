import { writeFile } from 'node:fs/promises';
import type { APIRequestContext, Page, TestInfo } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import { expect } from '../fixtures';
import { tool } from './house';
import { connect, makeSeller, type OwnSeller, subscribe } from './ownSeller';

/** A store of its own, and what there is to change in it. */
export interface Store extends OwnSeller {
  readonly customer: string;
  readonly order: string;
  readonly product: string;
}

/** A place where a seller changes something: a figure in each, also as the text of a note. */
export interface Desk {
  readonly name: string;
  readonly url: (store: Store) => string;
  /** The call that takes the change. */
  readonly call: string;
  /** Leads to the field. */
  readonly open: (page: Page) => Promise<void>;
  /** Types the figure and sends it. */
  readonly send: (page: Page, figure: number) => Promise<void>;
  /** The buttons that send it again, or what waits in the field. */
  readonly sends: readonly string[];
  /** What the server has. */
  readonly held: (request: APIRequestContext, store: Store) => Promise<number>;
  /** Leaving with something unsent asks · is refused · asks, and keeps it all the same. */
  readonly leaving: 'asks' | 'refused' | 'keeps';
  /** After a change it reads again, and so meets the end of the session. */
  readonly readsAgain: boolean;
}

const get = async <T>(request: APIRequestContext, path: string): Promise<T> => {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as T;
};

const COLUMNS = 'product_code,title,brand,category,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock';
const CUSTOMER = 'X001';
const SHIPPING = 'هزینه ارسال';

export async function makeStore(request: APIRequestContext, info: TestInfo): Promise<Store> {
  const seller = await makeSeller();
  await connect(seller, [CUSTOMER], info);
  const file = info.outputPath('products.csv');
  await writeFile(file, `${COLUMNS}\nX001,پسته خام,دانه‌چین,آجیل,X001-1,یک کیلویی,کارتن,12,310000,365000,90000\n`);
  await tool('import', 'products', '--seller', seller.sellerId, file);
  const { cellphone, password } = seller;
  expect((await request.post('/auth/login-app2', { data: { cellphone, password } })).status()).toBe(200);
  await subscribe(request);
  await request.post('/user/activationToggle', { data: { isActive: true } });
  const placed = await tool(
    'place-order',
    '--seller',
    seller.sellerId,
    '--customer',
    CUSTOMER,
    '--line',
    'X001-1=5000',
  );
  const { users } = await get<{ users: { _id: string }[] }>(request, '/user/customer-list-app2?page=1&limit=10');
  const { product } = await get<{ product: { _id: string }[] }>(request, '/market/products-bind-app2?page=1&limit=15');
  const store = {
    ...seller,
    customer: users[0]?._id ?? '',
    order: placed.split(' ')[1] ?? '',
    product: product[0]?._id ?? '',
  };
  await request.post(`/market/order-update-app2-toz/${store.order}`, { data: { sellerToz: '7000', customerToz: '' } });
  const limits = '/seller/HaddagalKharidErsalSefaresh-list-app2';
  const { meghdar } = await get<{ meghdar: { f1: string }[] }>(request, limits);
  const items = meghdar.map(({ f1 }) => ({ _id: f1, _Meghdar: f1 === SHIPPING ? 8000 : 0 }));
  const edited = await request.post('/seller/edit-HaddagalKharidErsalSefaresh-app2', { data: { items } });
  expect(edited.ok(), await edited.text()).toBe(true);
  return store;
}

interface Joz {
  readonly toz2: string;
  readonly joz: {
    readonly products: readonly { readonly options: readonly { readonly quantity: number }[] }[];
  };
}

const orderOf = (request: APIRequestContext, { order }: Store) =>
  get<Joz>(request, `/market/fetch-order-joz-app2/${order}`);
const note = async (request: APIRequestContext, store: Store) => Number((await orderOf(request, store)).toz2 || 0);

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const noteField = (page: Page) => page.getByRole('textbox', { name: 'توضیحات فروشنده' });
const order = (store: Store) => paths.order.href(store.customer, store.order);
const list = (store: Store) => paths.customerOrders.href(store.customer);

export const DESKS: readonly Desk[] = [
  {
    name: 'a quantity of an order',
    leaving: 'keeps',
    readsAgain: false,
    url: order,
    call: '**/market/order-update-app2/**',
    open: () => Promise.resolve(),
    sends: [],
    send: async (page, figure) => {
      const field = page.getByRole('group').getByRole('textbox').first();
      await field.fill(String(figure));
      await field.press('Enter');
    },
    held: async (request, store) => (await orderOf(request, store)).joz.products[0]?.options[0]?.quantity ?? 0,
  },
  {
    name: 'the note of an order',
    leaving: 'keeps',
    readsAgain: false,
    url: order,
    call: '**/market/order-update-app2-toz/**',
    open: async (page) => press(page, 'ویرایش توضیحات'),
    sends: ['ثبت توضیحات'],
    send: async (page, figure) => {
      await noteField(page).fill(String(figure));
      await press(page, 'ثبت توضیحات');
    },
    held: note,
  },
  {
    name: 'an order above a list',
    leaving: 'asks',
    readsAgain: true,
    url: (store) => `${list(store)}?order=${store.order}`,
    call: '**/market/order-update-cp/**',
    open: async (page) => press(page, 'ویرایش قیمت و توضیحات'),
    sends: ['ثبت تغییرات'],
    send: async (page, figure) => {
      await noteField(page).fill(String(figure));
      await press(page, 'ثبت تغییرات');
    },
    held: note,
  },
  {
    name: 'the paper of an order',
    leaving: 'asks',
    readsAgain: true,
    url: (store) => `${list(store)}?invoice=${store.order}`,
    call: '**/market/order-update-cp/**',
    open: async (page) => press(page, 'ویرایش'),
    sends: ['ذخیره تغییرات'],
    send: async (page, figure) => {
      await noteField(page).fill(String(figure));
      await press(page, 'دیدن برگه');
      await press(page, 'ذخیره تغییرات');
    },
    held: note,
  },
  {
    name: 'a section of the settings',
    leaving: 'asks',
    readsAgain: true,
    url: () => paths.settings.href(),
    call: '**/seller/edit-HaddagalKharidErsalSefaresh-app2',
    open: async (page) => press(page, 'ویرایش تنظیمات سفارش'),
    sends: ['ذخیره'],
    send: async (page, figure) => {
      await page.getByLabel('هزینه ارسال').fill(String(figure));
      await press(page, 'ذخیره');
    },
    held: async (request) => {
      const { meghdar } = await get<{ meghdar: { f1: string; f2: number }[] }>(
        request,
        '/seller/HaddagalKharidErsalSefaresh-list-app2',
      );
      return meghdar.find(({ f1 }) => f1 === SHIPPING)?.f2 ?? 0;
    },
  },
  {
    name: 'a type of a product',
    leaving: 'refused',
    readsAgain: false,
    url: (store) => paths.product.href(store.product),
    call: '**/market/edit-productType-app2',
    open: async (page) => press(page, /^ویرایش /),
    sends: ['ذخیره تغییرات'],
    send: async (page, figure) => {
      await page.getByLabel('قیمت فروش (تومان)').fill(String(figure));
      await press(page, 'ذخیره تغییرات');
    },
    held: async (request, { product }) => {
      const reply = await get<{ product: { productType: { priceSelOne: number } }[] }>(
        request,
        `/market/product-bind-app2/${product}`,
      );
      return reply.product[0]?.productType.priceSelOne ?? 0;
    },
  },
];

/** The figures on the page: in its texts and in its fields, not in its messages. */
export const figuresOn = async (page: Page): Promise<Set<number>> =>
  new Set(
    await page.evaluate(() => {
      const isShown = (element: Element | null): boolean =>
        element !== null &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[role="region"][aria-label="پیام‌ها"]') === null;
      const latin = (text: string): string =>
        text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0)).replace(/(?<=\d)[٬,](?=\d)/g, '');
      const texts: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.nodeValue ?? '');
      for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
        if (isShown(field)) texts.push(field.value);
      return texts.flatMap((text) => [...latin(text).matchAll(/\d+/g)].map(([digits]) => Number(digits)));
    }),
  );
