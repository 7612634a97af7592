import type { Customer } from '../../../entities/customer/types';
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
  title: wire.f2,
  mobile: wire.f3,
  tradeType: wire.f4?.name ?? '',
  shopName: wire.f8,
  activityArea: wire.f11?.name ?? '',
  address: wire.f12,
  lastOrderAt: typeof wire.f7 === 'string' ? Date.parse(wire.f7) : null,
  hasOpenOrder: wire.f16 === 0,
});

export const toCustomerPage = ({ users, totalPages, totals }: WireCustomerPage): CustomerPage => ({
  items: users.map(toCustomer),
  totalPages,
  totals,
});
