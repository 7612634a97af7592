import type { WireCustomerListReply, WireCustomerRow } from '../../../shared/api/wire/customers.gen';
import { localDigits } from '../../../shared/lib/digits';

export const CUSTOMER_STATES = ['all', 'unprocessed', 'processed'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

/** Newest order first, or longest without one. */
export const CUSTOMER_SORTS = ['recent', 'silent'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** A customer of the seller, as the list knows it. */
export type Customer = ReturnType<typeof toCustomer>;

const toCustomer = (wire: WireCustomerRow) => ({
  id: wire._id,
  title: localDigits(wire.f2),
  mobile: wire.f3,
  tradeType: localDigits(wire.f4.name),
  shopName: localDigits(wire.f8),
  activityArea: localDigits(wire.f11.name),
  address: localDigits(wire.f12),
  /** Epoch ms; null when there was no order yet. */
  lastOrderAt: typeof wire.f7 === 'string' ? Date.parse(wire.f7) : null,
  /** An open order waits for the seller. */
  hasOpenOrder: wire.f16 === 0,
});

export const toCustomerPage = ({ users, totalPages, totals }: WireCustomerListReply) => ({
  items: users.map(toCustomer),
  totalPages,
  totals,
});
