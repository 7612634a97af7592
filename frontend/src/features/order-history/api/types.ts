import type { OrderStatus } from '../../../entities/order/status';

/** What may be done to an order; `other` is something that this version does not know. */
export const ACTIONS = [
  'placed',
  'imported',
  'lines_changed',
  'prices_changed',
  'note_changed',
  'registered',
  'reopened',
  'discarded',
  'cancelled',
  'deleted',
] as const;
export type Action = (typeof ACTIONS)[number] | 'other';

/** Null: there was, or is, none. */
interface Step<T> {
  readonly from: T | null;
  readonly to: T | null;
}

export type HistoryChange =
  | ({
      readonly what: 'line';
      readonly typeId: string;
      readonly name: string;
      readonly price: Step<number> | null;
    } & Step<number>)
  | ({ readonly what: 'discount' | 'shipping' | 'paperBill' | 'total' } & Step<number>)
  | ({ readonly what: 'note' } & Step<string>)
  | ({ readonly what: 'status' } & Step<OrderStatus>);

export interface HistoryEvent {
  /** Ready to show. */
  readonly at: string;
  readonly by: string;
  readonly action: Action;
  readonly changes: readonly HistoryChange[];
}

export interface RevisionLine {
  readonly typeId: string;
  /** Product and type. */
  readonly name: string;
  readonly unitName: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

/** The order as it was registered, once. */
export interface Revision {
  readonly number: number;
  readonly at: string;
  readonly by: string;
  /** Tomans, with tax and shipping. */
  readonly total: number;
  readonly lines: readonly RevisionLine[];
}

export interface OrderHistory {
  readonly events: readonly HistoryEvent[];
  readonly revisions: readonly Revision[];
  /** There is more than is told. */
  readonly truncated: boolean;
}
