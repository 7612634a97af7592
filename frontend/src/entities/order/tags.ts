/**
 * What counts orders or sells their goods, and is another after an order was saved, edited or cancelled. Figures and
 * stock are thrown away where nobody sees them: they are read again on the page that shows them.
 */
export const SETTLED = ['Dashboard', 'Report', 'Stock'] as const;

/** The same below a dialog that lies on a list of orders. A page of its own leaves the list, which waits with its place. */
export const SETTLED_IN_LISTS = [...SETTLED, { type: 'Order', id: 'LIST' }] as const;

/** The whole order as its dialog and its paper show it: stale after every write, also those of the order's own page. */
export const sheetTag = (orderId: string) => ({ type: 'Order', id: `sheet:${orderId}` }) as const;

/** After a write over a page that may show the order itself, or a list of orders. */
export const writtenAbove = (orderId: string) => [{ type: 'Order' as const, id: orderId }, ...SETTLED_IN_LISTS];
