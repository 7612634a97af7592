import type { LazyRouteFunction, RouteObject, ShouldRevalidateFunction } from 'react-router';
import type { SalesSubject } from '../entities/sales/endpoints';
import { loadForStep } from '../shared/lib/chunks';
import { paths } from '../shared/navigation/paths';
import type { Client } from './client';
import { lazyPage } from './lazyPage';
import { prefetchPages } from './prefetch';
import { Content } from './shell/Content';
import { ErrorPage } from './shell/ErrorPage';
import { inMain } from './shell/inMain';
import { LoadingPage } from './shell/LoadingPage';
import { NotFoundPage } from './shell/NotFoundPage';
import { RootLayout } from './shell/RootLayout';

type Leaf = Pick<RouteObject, 'path' | 'lazy'>;

const newPassword = (page: 'forgetPassword' | 'setPassword'): Leaf => ({
  path: paths[page].route,
  lazy: lazyPage(
    async () => (await import('../features/auth/routes/new-password.route')).newPassword[page],
    'auth',
    'resetPassword',
  ),
});

const publicPages: readonly Leaf[] = [
  { path: paths.splash.route, lazy: lazyPage(() => import('../features/splash/routes/splash.route'), 'auth') },
  {
    path: paths.logIn.route,
    lazy: lazyPage(() => import(/* webpackChunkName: "guest" */ '../features/auth/routes/log-in.route'), 'auth'),
  },
  newPassword('forgetPassword'),
  newPassword('setPassword'),
  { path: paths.rules.route, lazy: lazyPage(() => import('../features/static-pages/routes/rules.route'), 'pages') },
  { path: paths.about.route, lazy: lazyPage(() => import('../features/static-pages/routes/about.route'), 'pages') },
  { path: paths.faq.route, lazy: lazyPage(() => import('../features/static-pages/routes/faq.route'), 'pages') },
];

const report = (subject: SalesSubject): Leaf => ({
  path: paths[`${subject}Report`].route,
  lazy: lazyPage(
    async () => (await import('../features/reports/routes/reports.route')).reports[subject],
    'sales',
    'period',
    'form',
  ),
});

const ofAccount = (page: 'sessions' | 'password' | 'activity'): Leaf => ({
  path: paths[page].route,
  lazy: lazyPage(
    async () => (await import('./routes/account.route')).account[page],
    'account',
    'auth',
    'resetPassword',
  ),
});

/** Behind the session guard. */
const protectedPages: readonly Leaf[] = [
  { path: paths.home.route, lazy: lazyPage(() => import('./routes/home.route'), 'home', 'subscription') },
  {
    path: paths.findOrder.route,
    lazy: lazyPage(() => import('../features/find-order/routes/find-order.route'), 'findOrder'),
  },
  {
    path: paths.order.route,
    lazy: lazyPage(() => import('../features/orders/routes/order.route'), 'order', 'product'),
  },
  {
    path: paths.addGoods.route,
    lazy: lazyPage(() => import('../features/orders/routes/add-goods.route'), 'order', 'goods', 'product'),
  },
  {
    path: paths.takeOrder.route,
    lazy: lazyPage(
      () => import('../features/order-taking/routes/take-order.route'),
      'taking',
      'goods',
      'product',
      'order',
    ),
  },
  {
    path: paths.customers.route,
    lazy: lazyPage(() => import('../features/customers/routes/customers.route'), 'customer', 'period', 'form'),
  },
  {
    path: paths.customerOrders.route,
    lazy: lazyPage(() => import('../features/order-lists/routes/customer-orders.route'), 'customer', 'period', 'form'),
  },
  {
    path: paths.orders.route,
    lazy: lazyPage(() => import('../features/order-lists/routes/orders.route'), 'customer', 'period', 'form'),
  },
  {
    path: paths.invoices.route,
    lazy: lazyPage(() => import('../features/commission-invoices/routes/invoices.route'), 'commissionInvoices'),
  },
  {
    path: paths.invoice.route,
    lazy: lazyPage(() => import('../features/commission-invoices/routes/invoice.route'), 'commissionInvoices'),
  },
  {
    path: paths.dashboard.route,
    lazy: lazyPage(() => import('../features/dashboard/routes/dashboard.route'), 'sales', 'period', 'form'),
  },
  report('products'),
  report('regions'),
  report('customers'),
  {
    path: paths.products.route,
    lazy: lazyPage(() => import('./routes/products.route'), 'catalogue', 'product', 'form'),
  },
  {
    path: paths.productsImport.route,
    lazy: lazyPage(() => import('../features/product-files/routes/products-import.route'), 'catalogue', 'productFiles'),
  },
  {
    path: paths.product.route,
    lazy: lazyPage(
      () => import('../features/product-editor/routes/product-details.route'),
      'catalogue',
      'product',
      'form',
    ),
  },
  {
    path: paths.settings.route,
    lazy: lazyPage(() => import('../features/settings/routes/settings.route'), 'settings', 'form'),
  },
  ofAccount('sessions'),
  ofAccount('password'),
  ofAccount('activity'),
];

const leaf = (page: Leaf): RouteObject => ({ ...page, ErrorBoundary: ErrorPage });

/**
 * Every navigation to a page checks the session again. A change of the query alone (a filter, a dialog) does not: it
 * must not wait for an answer, and the page's own calls notice the end of a session as well.
 */
const isNavigation: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname || (currentUrl.search === nextUrl.search && defaultShouldRevalidate);

type Behind = Pick<Client, 'store' | 'joinApi'>;

/** Fetched beside the code of the page inside it. */
const protectedRoute =
  ({ store, joinApi }: Behind): LazyRouteFunction<RouteObject> =>
  async () => {
    const [{ protectedParts }] = await loadForStep(() => Promise.all([import('./protected'), joinApi()]));
    return protectedParts(store);
  };

/** For main: the code of pages that may be opened next. */
export const startPrefetch = ({ joinApi }: Pick<Client, 'joinApi'>): void =>
  prefetchPages([...publicPages, ...protectedPages], () => Promise.all([import('./protected'), joinApi()]));

/** Every leaf is lazy and has its own error boundary, inside the shell. */
export const makeRoutes = (behind: Behind): RouteObject[] => [
  {
    Component: RootLayout,
    errorElement: inMain(<ErrorPage />),
    HydrateFallback: LoadingPage,
    children: [
      { Component: Content, children: publicPages.map(leaf) },
      {
        // For a route whose code cannot be loaded.
        errorElement: inMain(<ErrorPage />),
        children: [
          {
            id: 'protected',
            shouldRevalidate: isNavigation,
            lazy: protectedRoute(behind),
            children: protectedPages.map(leaf),
          },
        ],
      },
      { path: '*', element: inMain(<NotFoundPage />) },
    ],
  },
];
