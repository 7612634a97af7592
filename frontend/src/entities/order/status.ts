/** Where an order stands. */
export const ORDER_STATUSES = ['open', 'registered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The wire's codes: 0, 1, 2. */
export const orderStatusOf = (code: 0 | 1 | 2): OrderStatus => ORDER_STATUSES[code];

/** The colour of its dot, beside its word. */
export const statusTone = { open: 'warning', registered: 'success', cancelled: 'danger' } as const satisfies Record<
  OrderStatus,
  string
>;

/** Whether lines and the seller's note may be changed. A registered order is opened again first. */
export const isEditable = (status: OrderStatus): boolean => status === 'open';

/** What the actions menu offers. */
export const mayEdit = (status: OrderStatus): boolean => status === 'registered';
export const mayCancel = (status: OrderStatus): boolean => status !== 'cancelled';
export const maySave = (status: OrderStatus): boolean => isEditable(status);
/** Back to what was registered. */
export const mayDiscard = (status: OrderStatus, reopened: boolean): boolean => status === 'open' && reopened;
