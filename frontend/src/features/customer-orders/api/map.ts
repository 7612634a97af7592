import { ORDER_STATUSES, type OrderStatus, orderStatusOf } from '../../../entities/order/status';
import { localDigits } from '../../../shared/lib/digits';
import { type JalaliDate, parseJalali } from '../../../shared/lib/jalali';
import type { WireOrderList } from './wire';

/** The stat rows: all orders, or those of one status. */
export const SHOWN = ['all', ...ORDER_STATUSES] as const;
export type Shown = (typeof SHOWN)[number];

/** An order of a customer, as the list knows it. */
export interface OrderRow {
  readonly id: string;
  readonly code: string;
  readonly status: OrderStatus;
  readonly statusText: string;
  readonly sellerTitle: string;
  /** Epoch ms. */
  readonly createdAt: number | null;
  readonly deliveryDate: JalaliDate | null;
  /** Tomans, with tax and shipping. */
  readonly total: number;
  readonly customer: {
    readonly title: string;
    readonly mobile: string;
    readonly landline: string;
    readonly tradeType: string;
    readonly shopName: string;
    readonly activityArea: string;
    readonly address: string;
  };
}

export const toOrderRows = ({ OrdersList }: WireOrderList): readonly OrderRow[] =>
  OrdersList.map((wire) => ({
    id: wire.id,
    code: wire.Code,
    status: orderStatusOf(wire.status),
    statusText: wire.statusText,
    sellerTitle: localDigits(wire.sellerTitle),
    createdAt: typeof wire.createdAt === 'string' ? Date.parse(wire.createdAt) : null,
    deliveryDate: parseJalali(wire.orderDateTimeServe),
    total: wire.mablagheKol,
    customer: {
      title: localDigits(wire.customerName),
      mobile: wire.customerCellPhone,
      landline: wire.customerTelephone,
      tradeType: localDigits(wire.customerOnvanSenf),
      shopName: localDigits(wire.customerOnvanFrooshgah),
      activityArea: localDigits(wire.customerTeritory),
      address: localDigits(wire.customerAddress),
    },
  }));
