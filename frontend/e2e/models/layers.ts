import type { Page } from '@playwright/test';
import { paths } from '../../src/shared/navigation/paths';
import type { sellers } from '../fixtures';
import type { ids } from './screen';

/** A menu, question, sheet or picker of the program, and how one comes to it. */
export interface Layer {
  readonly name: string;
  /** What draws it, below `src/`. A test holds these and `ELSEWHERE` to all that there are. */
  readonly of: readonly string[];
  readonly who: keyof typeof sellers;
  readonly url: (known: Awaited<ReturnType<typeof ids>>) => string;
  readonly open: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Until the menu is there, what lies below it is the topmost: its code may come with the press. */
const openMenu = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('menu').waitFor();
};

/** From the store's menu to a question that takes a word. */
const toWord = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('alertdialog').getByRole('textbox').waitFor();
};

const pick = async (page: Page, item: string) => {
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'hidden' });
};

const edit = async (page: Page, section: string) => press(`ویرایش ${section}`)(page);

const customers = () => paths.customers.href();
const settings = () => paths.settings.href();
const products = () => paths.products.href();
type Url = Layer['url'];
const customerOrders: Url = ({ customer }) => paths.customerOrders.href(customer);
const order: Url = (known) => paths.order.href(known.customer, known.order);
const orderDialog: Url = (known) => `${paths.customers.href()}?order=${known.order}`;
const product: Url = (known) => paths.product.href(known.product);
const menu = (part: string) => () => `${paths.home.href()}?menu=${part}`;

export const LAYERS: readonly Layer[] = [
  {
    name: 'the question before logging out',
    of: ['entities/session/ui/LogOut.tsx'],
    who: 'normal',
    url: () => paths.home.href(),
    open: press('خروج از حساب'),
  },
  {
    name: 'a range of dates',
    of: ['entities/period/ui/PeriodFilter.tsx'],
    who: 'normal',
    url: customers,
    open: press('بازه'),
  },
  {
    name: 'a calendar in a range of dates',
    of: [],
    who: 'normal',
    url: customers,
    open: async (page) => {
      await press('بازه')(page);
      await press(/^باز کردن تقویم/)(page);
    },
  },
  {
    name: 'the menu of an order in a list',
    of: ['features/order-lists/ui/OrderActions.tsx'],
    who: 'normal',
    url: customerOrders,
    open: openMenu(/^عملیات سفارش/),
  },
  {
    name: 'what orders are filtered by',
    of: ['features/order-lists/ui/OrdersFilterSheet.tsx'],
    who: 'normal',
    url: () => paths.orders.href(),
    open: press('فیلتر سفارش‌ها'),
  },
  {
    name: 'the menu of an order',
    of: ['features/orders/ui/OrderMenu.tsx'],
    who: 'normal',
    url: order,
    open: openMenu('عملیات سفارش'),
  },
  {
    name: 'the question before an order is cancelled',
    of: ['features/orders/ui/OrderQuestions.tsx'],
    who: 'normal',
    url: order,
    open: async (page) => {
      await press('عملیات سفارش')(page);
      await pick(page, 'لغو سفارش');
    },
  },
  {
    name: 'the calculator of an order',
    of: ['features/orders/ui/CalculatorSheet.tsx'],
    who: 'normal',
    url: order,
    open: press('محاسبه توافق'),
  },
  {
    name: 'what is known of a type in an order',
    of: ['entities/product/ui/TypeInfoSheet.tsx', 'features/orders/ui/OpenOrder.tsx'],
    who: 'normal',
    url: order,
    open: press(/^اطلاعات /),
  },
  {
    name: 'an order above a list',
    of: ['features/orders/dialog/ui/OrderDialog.tsx'],
    who: 'normal',
    url: customerOrders,
    open: async (page) => {
      await press(/^عملیات سفارش/)(page);
      await pick(page, 'نمایش سریع');
    },
  },
  {
    name: 'the history of an order above a list',
    of: ['features/order-history/ui/HistorySheet.tsx'],
    who: 'normal',
    url: customerOrders,
    open: async (page) => {
      await press(/^عملیات سفارش/)(page);
      await pick(page, 'تاریخچه');
    },
  },
  {
    name: 'the paper of an order above a list',
    of: ['features/invoice/ui/InvoiceDialog.tsx'],
    who: 'normal',
    url: customerOrders,
    open: async (page) => {
      await press(/^عملیات سفارش/)(page);
      await pick(page, 'چاپ');
      // Until its paper is there, a sheet of its own says so.
      await page.getByRole('dialog').getByRole('button', { name: 'چاپ', exact: true }).waitFor();
    },
  },
  {
    name: 'the menu of an order above a list',
    of: ['features/orders/ui/OrderMenu.tsx'],
    who: 'normal',
    url: orderDialog,
    open: openMenu('عملیات سفارش'),
  },
  {
    name: 'the question before an order above a list is cancelled',
    of: ['features/orders/ui/OrderQuestions.tsx'],
    who: 'normal',
    url: orderDialog,
    open: async (page) => {
      await press('عملیات سفارش')(page);
      await pick(page, 'لغو سفارش');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a date of the seller',
    of: ['features/settings/ui/SellerFields.tsx', 'features/settings/ui/CooperationFields.tsx'],
    who: 'normal',
    url: settings,
    open: async (page) => {
      await edit(page, 'تنظیمات فروشنده');
      await press(/^باز کردن تقویم/)(page);
    },
  },
  {
    name: 'a date of the delivery',
    of: ['features/settings/ui/DeliveryEditor.tsx'],
    who: 'normal',
    url: settings,
    open: async (page) => {
      await edit(page, 'تنظیمات تحویل');
      await press(/^باز کردن تقویم/)(page);
    },
  },
  {
    name: 'the question before settings are left',
    of: ['app/LeaveGuard.tsx'],
    who: 'normal',
    url: settings,
    open: async (page) => {
      await edit(page, 'تنظیمات فروشنده');
      await page.getByLabel('آدرس').fill('نیمه‌کاره');
      await page.getByRole('link', { name: 'بازگشت' }).first().click();
    },
  },
  {
    name: 'the menu of brands where an order is taken',
    of: ['entities/goods/ui/PickerBar.tsx'],
    who: 'normal',
    url: ({ customer }) => paths.takeOrder.href(customer),
    open: openMenu('برند'),
  },
  {
    name: 'the order of the customers',
    of: ['features/customers/ui/CustomersPage.tsx'],
    who: 'normal',
    url: customers,
    open: openMenu('تازه‌ترین سفارش'),
  },
  {
    name: 'the menu of brands',
    of: ['features/catalogue/ui/Toolbar.tsx'],
    who: 'normal',
    url: products,
    open: openMenu('همه محصولات'),
  },
  {
    name: 'the menu of files',
    of: ['features/product-files/ui/BulkMenu.tsx'],
    who: 'normal',
    url: products,
    open: openMenu('فایل اکسل'),
  },
  {
    name: 'what is known of a type in the list',
    of: ['features/catalogue/ui/Products.tsx'],
    who: 'normal',
    url: products,
    open: press(/^اطلاعات /),
  },
  {
    name: 'what is known of a type on its page',
    of: ['features/product-editor/ui/ProductDetailsPage.tsx'],
    who: 'normal',
    url: product,
    open: press(/^اطلاعات /),
  },
  {
    name: 'the choice of a picture',
    of: ['features/product-editor/ui/PictureButton.tsx', 'features/product-editor/ui/PictureSheet.tsx'],
    who: 'normal',
    url: product,
    open: press(/^تغییر تصویر/),
  },
  {
    name: 'the guide to the columns of a file',
    of: ['features/product-files/ui/ColumnGuide.tsx'],
    who: 'normal',
    url: () => paths.productsImport.href(),
    open: press('راهنمای ستون‌ها'),
  },
  {
    name: 'the menu of the store',
    of: ['features/seller-menu/ui/SellerMenu.tsx', 'features/seller-menu/ui/StatusSheet.tsx'],
    who: 'special',
    url: () => paths.home.href(),
    open: press('وضعیت فروشگاه و اشتراک'),
  },
  {
    name: 'the word before the account is reset',
    of: ['features/seller-menu/ui/AccountDialog.tsx'],
    who: 'special',
    url: menu('status'),
    open: toWord(/^حساب کاربری/),
  },
  {
    name: 'the word before the store is switched',
    of: ['features/seller-menu/ui/StoreDialog.tsx'],
    who: 'special',
    url: menu('status'),
    open: toWord(/^فروشگاه/),
  },
  {
    name: 'the question before a plan is bought',
    of: ['features/seller-menu/ui/SubscriptionSheet.tsx'],
    who: 'special',
    url: menu('subscription'),
    open: async (page) => {
      await page.getByRole('radio').first().check();
      await press('خرید اشتراک')(page);
    },
  },
];

/** What is opened by what happens elsewhere or cannot be undone, and the tests of pages that open it. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'features/order-taking/ui/ReviewSheet.tsx': 'features/order-taking/ui/TakeOrderPage.test.tsx',
  'app/shell/UrlDialogs.tsx': 'app/shell/UrlDialogs.test.tsx',
  'app/shell/SubscriptionWatch.tsx': 'app/shell/SubscriptionWatch.test.tsx',
  'features/account/ui/SessionsPage.tsx': 'features/account/ui/SessionsPage.test.tsx',
  'entities/payment/ui/PaymentDialog.tsx': 'features/commission-invoices/ui/InvoicePage.test.tsx',
  'entities/write/ui/ConflictQuestion.tsx': 'features/orders/ui/OrderConflict.test.tsx',
  'features/invoice/ui/EditSheet.tsx': 'features/invoice/ui/InvoiceDialog.test.tsx',
  'features/invoice/ui/OpenInvoice.tsx': 'features/invoice/ui/InvoiceDialog.test.tsx',
  'features/product-files/ui/CommitBar.tsx': 'features/product-files/ui/ImportPage.test.tsx',
};
