/** Every URL of the client. `route` is the router's pattern, `href` builds a link; no other module spells a path. */
const fixed = <const P extends string>(path: P) => ({ route: path, href: (): P => path });

const segment = (value: string): string => encodeURIComponent(value);

export const paths = {
  splash: fixed('/'),
  logIn: fixed('/log-in'),
  forgetPassword: fixed('/forget-password'),
  /** The token of the link is behind its `#`. */
  setPassword: fixed('/set-password'),
  rules: fixed('/rules'),
  about: fixed('/about'),
  faq: fixed('/FAQ'),

  home: fixed('/home'),
  dashboard: fixed('/dashboard'),
  customers: fixed('/seller-customers'),
  customerOrders: {
    route: '/joz-sefaresh/:customerId',
    href: (customerId: string) => `/joz-sefaresh/${segment(customerId)}`,
  },
  /** Taking a new order from a customer. */
  takeOrder: {
    route: '/sefaresh-jadid/:customerId',
    href: (customerId: string) => `/sefaresh-jadid/${segment(customerId)}`,
  },
  order: {
    route: '/sefaresh-moshtari/:customerId/:orderId',
    href: (customerId: string, orderId: string) => `/sefaresh-moshtari/${segment(customerId)}/${segment(orderId)}`,
  },
  /** Adding goods to that order. */
  addGoods: {
    route: '/sefaresh-moshtari/:customerId/:orderId/afzoodan',
    href: (customerId: string, orderId: string) =>
      `/sefaresh-moshtari/${segment(customerId)}/${segment(orderId)}/afzoodan`,
  },
  /** Those of all customers. */
  orders: fixed('/orders'),
  invoices: fixed('/soorathesab'),
  /** Without an id it leads to the list. */
  invoice: {
    route: '/joz-soorathesab/:invoiceId?',
    href: (invoiceId: string) => `/joz-soorathesab/${segment(invoiceId)}`,
  },
  regionsReport: fixed('/report-manategh'),
  customersReport: fixed('/report-customers'),
  productsReport: fixed('/report-products'),
  products: fixed('/products'),
  product: {
    route: '/products-details/:productId',
    href: (productId: string) => `/products-details/${segment(productId)}`,
  },
  /** Import of a file of products. */
  productsImport: fixed('/products-import'),
  settings: fixed('/settings'),
  /** The devices that are logged in: for sellers and operators. */
  sessions: fixed('/sessions'),
  password: fixed('/password'),
  /** Who changed what in the store. */
  activity: fixed('/activity'),
  /** The operator's start page. */
  findOrder: fixed('/find-order'),
} as const;
