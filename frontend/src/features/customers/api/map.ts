import type { Customer } from '../../../entities/customer/types';
import type { WireCustomerListReply, WireCustomerRow } from '../../../shared/api/wire/customers.gen';
import { localDigits } from '../../../shared/lib/digits';

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

export const toCustomerPage = ({ users, totalPages, totals }: WireCustomerListReply) => ({
  items: users.map(toCustomer),
  totalPages,
  totals,
});
