/** What a seller's type opens. Components ask this table and never compare numbers. */
export interface Capabilities {
  readonly dashboard: boolean;
  readonly logoutLink: boolean;
  /** Subscription information and the floating status menu. */
  readonly floatingMenu: boolean;
  readonly invoices: boolean;
  /** Is sent to the log-in page when opening the invoices by their address. */
  readonly sentFromInvoices: boolean;
}

/** −1: unknown, no profile yet. */
export type SellerType = -1 | 1 | 2 | 3;

const table: Readonly<Record<SellerType, Capabilities>> = {
  [-1]: { dashboard: true, logoutLink: true, floatingMenu: false, invoices: false, sentFromInvoices: false },
  1: { dashboard: true, logoutLink: true, floatingMenu: false, invoices: true, sentFromInvoices: false },
  2: { dashboard: false, logoutLink: false, floatingMenu: true, invoices: true, sentFromInvoices: false },
  3: { dashboard: false, logoutLink: false, floatingMenu: true, invoices: false, sentFromInvoices: true },
};

export const toSellerType = (code: number): SellerType => (code === 1 || code === 2 || code === 3 ? code : -1);

export const capabilitiesOf = (type: SellerType): Capabilities => table[type];
