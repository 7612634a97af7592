export const ORDER_STATUSES = ['open', 'registered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The status of the server's code. */
export const orderStatusOf = (code: 0 | 1 | 2): OrderStatus => ORDER_STATUSES[code];

/** The colour of the status's dot. */
export const statusTone = { open: 'warning', registered: 'success', cancelled: 'danger' } as const satisfies Record<
  OrderStatus,
  string
>;

/** Whether lines and the seller's note may be changed, and the order saved. A registered order is reopened first. */
export const isEditable = (status: OrderStatus): boolean => status === 'open';

/** What the actions menu offers. */
export const mayReopen = (status: OrderStatus): boolean => status === 'registered';
export const mayCancel = (status: OrderStatus): boolean => status !== 'cancelled';
/** Returning to the registered revision. */
export const mayDiscard = (status: OrderStatus, reopened: boolean): boolean => status === 'open' && reopened;
