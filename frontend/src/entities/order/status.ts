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

/**
 * Whether lines and the seller's note may be changed: an open order always, a registered one when the seller has
 * confirmed that it is to be edited, a cancelled one never.
 */
export const isEditable = (status: OrderStatus, unlocked: boolean): boolean =>
  status === 'open' || (status === 'registered' && unlocked);

/** What the actions menu offers. */
export const mayEdit = (status: OrderStatus, editing: boolean): boolean => status === 'registered' && !editing;
export const mayCancel = (status: OrderStatus): boolean => status !== 'cancelled';
export const maySave = (editing: boolean): boolean => editing;
