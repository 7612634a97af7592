import { ORDER_STATUSES, orderStatusOf } from '../../../entities/order/status';
import { localDigits } from '../../../shared/lib/digits';
import { parseJalali } from '../../../shared/lib/jalali';
import type { WireAllOrders, WireOrderList } from './wire';

/** The stat rows: all orders, or those of one status. */
export const STATUS_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** An order, as a list knows it. */
export type OrderRow = ReturnType<typeof toOrderRows>[number];

export const toOrderRows = ({ OrdersList }: WireOrderList) =>
  OrdersList.map((wire) => ({
    id: wire.id,
    code: wire.Code,
    status: orderStatusOf(wire.status),
    statusText: wire.statusText,
    sellerTitle: localDigits(wire.sellerTitle),
    /** Epoch ms. */
    createdAt: typeof wire.createdAt === 'string' ? Date.parse(wire.createdAt) : null,
    deliveryDate: parseJalali(wire.orderDateTimeServe),
    /** Tomans, with tax and shipping. */
    total: wire.mablagheKol,
    customer: {
      id: wire.customerId,
      title: localDigits(wire.customerName),
      mobile: wire.customerCellPhone,
      landline: wire.customerTelephone,
      tradeType: localDigits(wire.customerOnvanSenf),
      shopName: localDigits(wire.customerOnvanFrooshgah),
      activityArea: localDigits(wire.customerTeritory),
      address: localDigits(wire.customerAddress),
    },
  }));

/** A page of the orders of all customers. */
export const toOrderPage = ({ OrdersList, totalPages, totals, product }: WireAllOrders) => ({
  items: toOrderRows({ OrdersList }),
  totalPages,
  // What is not exact is not among them.
  totals: Object.fromEntries(
    STATUS_FILTERS.flatMap((status) => {
      const count = totals?.[status];
      return typeof count === 'number' ? [[status, count]] : [];
    }),
  ),
  /** The orders were counted at all. */
  isCounted: totals !== undefined && totals !== null,
  /** How the product is called that they were asked for; empty when there is none. */
  productName: product ? localDigits(product.title) : '',
});
