import type { Adjustment } from '../../../entities/order/calculator';
import { hasChanges } from '../../../entities/order/edit/changes';
import type { OrderState, Shortages } from '../../../entities/order/edit/orderEdit';
import type { Quantities } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';

/** The seller's note while it is being typed. */
export interface TypedNote {
  readonly text: string;
  /** What stood there when it was opened. */
  readonly was: string;
}

/** What the page holds beside the changes of lines. */
export interface PageState extends Shortages {
  readonly note: TypedNote | null;
  /** What was agreed on in the calculator. It is the seller's own and never sent. */
  readonly adjustment: Adjustment;
}

/** What outlives a reload of the tab. */
export interface Kept {
  /** What the changes were made on; null when there are only agreed values. */
  readonly before: Order | null;
  readonly changes: Quantities;
  readonly note: TypedNote | null;
  readonly adjustment: Adjustment;
}

/** What the user has changed on the page of an order and the server has not yet confirmed. */
export type Draft = OrderState<Order> & PageState;

/** Typed, and not what stood there. */
export const isNoteDirty = ({ note }: Pick<Draft, 'note'>): boolean => note !== null && note.text.trim() !== note.was;

/** Something that the server has not confirmed. */
export const isUnsent = (draft: Draft): boolean => draft.sent !== null || hasChanges(draft) || isNoteDirty(draft);
