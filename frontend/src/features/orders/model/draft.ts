import type { Adjustment } from '../../../entities/order/calculator';
import { hasChanges } from '../../../entities/order/edit/changes';
import type { OrderState, Shortages } from '../../../entities/order/edit/orderEdit';
import type { Quantities } from '../../../entities/order/order.math';
import type { Order } from '../../../entities/order/types';

/** The seller's note while it is being typed. */
export interface TypedNote {
  readonly text: string;
  /** The note before. */
  readonly was: string;
}

/** The state of the page beside the changes of lines. */
export interface PageState extends Shortages {
  readonly note: TypedNote | null;
  /** The agreement from the calculator. It is never sent. */
  readonly adjustment: Adjustment;
}

/** What survives a reload of the tab. */
export interface StoredDraft extends Pick<PageState, 'note' | 'adjustment'> {
  /** The copy that the changes were made on; null when only an adjustment is stored. */
  readonly before: Order | null;
  readonly changes: Quantities;
}

/** What the user has changed on the page of an order and the server has not yet confirmed. */
export type Draft = OrderState<Order> & PageState;

/** The typed note differs from the one before. */
export const isNoteDirty = ({ note }: Pick<Draft, 'note'>): boolean => note !== null && note.text.trim() !== note.was;

/** There is something that the server has not confirmed. */
export const isUnsent = (draft: Draft): boolean => draft.sent !== null || hasChanges(draft) || isNoteDirty(draft);
