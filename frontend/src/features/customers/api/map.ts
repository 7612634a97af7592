import type { Customer } from '../../../entities/customer/types';
import { toPersian } from '../../../shared/lib/digits';
import type { WireCustomer, WireCustomerPage } from './wire';

export interface CustomerPage {
  readonly items: readonly Customer[];
  readonly totalPages: number;
  readonly totals: Readonly<Record<CustomerState, number>>;
}

export const CUSTOMER_STATES = ['all', 'unprocessed', 'processed'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

const toCustomer = (wire: WireCustomer): Customer => ({
  id: wire._id,
  title: toPersian(wire.f2),
  mobile: wire.f3,
  tradeType: toPersian(wire.f4?.name ?? ''),
  shopName: toPersian(wire.f8),
  activityArea: toPersian(wire.f11?.name ?? ''),
  address: toPersian(wire.f12),
  lastOrderAt: typeof wire.f7 === 'string' ? Date.parse(wire.f7) : null,
  hasOpenOrder: wire.f16 === 0,
});

export const toCustomerPage = ({ users, totalPages, totals }: WireCustomerPage): CustomerPage => ({
  items: users.map(toCustomer),
  totalPages,
  totals,
});
