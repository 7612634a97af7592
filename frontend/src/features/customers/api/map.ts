import type { Customer } from '../../../entities/customer/types';
import type { WireCustomerListReply, WireCustomerRow } from '../../../shared/api/wire/customers.gen';
import { localDigits } from '../../../shared/lib/digits';

export interface CustomerPage {
  readonly items: readonly Customer[];
  readonly totalPages: number;
  readonly totals: Readonly<Record<CustomerState, number>>;
}

export const CUSTOMER_STATES = ['all', 'unprocessed', 'processed'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

const toCustomer = (wire: WireCustomerRow): Customer => ({
  id: wire._id,
  title: localDigits(wire.f2),
  mobile: wire.f3,
  tradeType: localDigits(wire.f4.name),
  shopName: localDigits(wire.f8),
  activityArea: localDigits(wire.f11.name),
  address: localDigits(wire.f12),
  lastOrderAt: typeof wire.f7 === 'string' ? Date.parse(wire.f7) : null,
  hasOpenOrder: wire.f16 === 0,
});

export const toCustomerPage = ({ users, totalPages, totals }: WireCustomerListReply): CustomerPage => ({
  items: users.map(toCustomer),
  totalPages,
  totals,
});

/** Everybody on them, once: who moved down while they were read stands on a later page again, with newer data. */
export const customersOf = (pages: readonly CustomerPage[]): readonly Customer[] => [
  ...new Map(pages.flatMap(({ items }) => items.map((customer) => [customer.id, customer] as const))).values(),
];

/**
 * Whether the list was another one when its last page was read: somebody of an earlier page is on it again, or the
 * counts differ. Pages are cut by number, so somebody may be on none of them then.
 */
export function hasMoved(pages: readonly CustomerPage[]): boolean {
  const earlier = pages.slice(0, -1);
  const [last, before] = [pages.at(-1), earlier.at(-1)];
  if (!last || !before) return false;
  const known = new Set(earlier.flatMap(({ items }) => items.map(({ id }) => id)));
  return (
    last.items.some(({ id }) => known.has(id)) ||
    CUSTOMER_STATES.some((state) => last.totals[state] !== before.totals[state])
  );
}
