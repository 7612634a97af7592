import type account from './locales/fa/account.json';
import type auth from './locales/fa/auth.json';
import type business from './locales/fa/business.json';
import type catalogue from './locales/fa/catalogue.json';
import type commissionInvoices from './locales/fa/commissionInvoices.json';
import type common from './locales/fa/common.json';
import type customer from './locales/fa/customer.json';
import type errors from './locales/fa/errors.json';
import type findOrder from './locales/fa/findOrder.json';
import type form from './locales/fa/form.json';
import type goods from './locales/fa/goods.json';
import type home from './locales/fa/home.json';
import type invoice from './locales/fa/invoice.json';
import type order from './locales/fa/order.json';
import type orderHistory from './locales/fa/orderHistory.json';
import type pages from './locales/fa/pages.json';
import type payment from './locales/fa/payment.json';
import type period from './locales/fa/period.json';
import type product from './locales/fa/product.json';
import type productFiles from './locales/fa/productFiles.json';
import type resetPassword from './locales/fa/resetPassword.json';
import type sales from './locales/fa/sales.json';
import type settings from './locales/fa/settings.json';
import type subscription from './locales/fa/subscription.json';
import type taking from './locales/fa/taking.json';
import type ui from './locales/fa/ui.json';

/**
 * The namespaces. Persian is the source: its files type the keys. A new feature adds its line here
 * and its two files in locales/; the route that needs it names it in app/router.tsx.
 */
export interface Resources {
  common: typeof common;
  errors: typeof errors;
  ui: typeof ui;
  account: typeof account;
  auth: typeof auth;
  findOrder: typeof findOrder;
  form: typeof form;
  goods: typeof goods;
  home: typeof home;
  pages: typeof pages;
  order: typeof order;
  orderHistory: typeof orderHistory;
  invoice: typeof invoice;
  commissionInvoices: typeof commissionInvoices;
  product: typeof product;
  productFiles: typeof productFiles;
  customer: typeof customer;
  period: typeof period;
  resetPassword: typeof resetPassword;
  sales: typeof sales;
  settings: typeof settings;
  catalogue: typeof catalogue;
  payment: typeof payment;
  subscription: typeof subscription;
  taking: typeof taking;
  business: typeof business;
}

export type Namespace = keyof Resources;

/** Shipped with the first chunk; all others are fetched beside the route's own code. */
export const BUNDLED = ['common', 'errors', 'ui'] as const satisfies readonly Namespace[];

export type LazyNamespace = Exclude<Namespace, (typeof BUNDLED)[number]>;
