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
