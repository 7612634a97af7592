import type { OrderStatus } from '../../../entities/order/status';
import type { OrderSheet } from '../../../entities/order/types';

/** An order that the dialog can work on: what its status allows is known. */
export type FullOrder = OrderSheet & { readonly status: OrderStatus };

export const isKnown = (sheet: OrderSheet): sheet is FullOrder => sheet.status !== 'unknown';
