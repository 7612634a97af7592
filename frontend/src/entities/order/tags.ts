/** Figures and stock that change when an order is saved, edited or cancelled: read again where they are visible. */
export const SETTLED = ['Dashboard', 'Report', 'Stock'] as const;

/** The same with the list of orders, for a dialog that is open above it. */
export const SETTLED_IN_LISTS = [...SETTLED, { type: 'Order', id: 'LIST' }] as const;

/** The whole order as its dialog and its paper display it: stale after every write, also one of the order's page. */
export const sheetTag = (orderId: string) => ({ type: 'Order', id: `sheet:${orderId}` }) as const;

/** After a write in a dialog, above a page that may display the order itself or a list of orders. */
export const writtenAbove = (orderId: string) => [{ type: 'Order' as const, id: orderId }, ...SETTLED_IN_LISTS];
