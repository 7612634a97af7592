import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { type WireHistoryReply, wireHistoryReply } from '../../shared/api/wire/orders.gen';
import { namedLines } from './order.changes';
import { linesOf } from './order.math';
import type { Order, OrderLine } from './types';

/** A line of a registered revision. */
export interface SavedLine extends Pick<OrderLine, 'typeId' | 'quantity' | 'buyPrice'> {
  /** With its product's. */
  readonly name: string;
}

/** An order, and the revision whose lines are asked for: its last. */
export interface SavedOf extends Pick<Order, 'revision'> {
  readonly orderId: string;
}

/** The lines of the last registered revision; null when there is none. */
export function toSavedLines({ revisions }: Pick<WireHistoryReply, 'revisions'>): readonly SavedLine[] | null {
  const [last] = revisions;
  if (!last) return null;
  return last.lines.map(({ typeId, name, type, quantity, initialPrice }) => ({
    typeId,
    name: `${name} ${type}`,
    quantity,
    buyPrice: initialPrice,
  }));
}

/** The lines whose quantity differs from the registered revision's; 0 where a line is missing. */
export function differencesOf({ products }: Pick<Order, 'products'>, saved: readonly SavedLine[]) {
  const now = namedLines(products);
  const then = new Map(saved.map((line) => [line.typeId, line]));
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((typeId) => ({
      typeId,
      name: now.get(typeId)?.name ?? then.get(typeId)?.name ?? '',
      now: now.get(typeId)?.line.quantity ?? 0,
      saved: then.get(typeId)?.quantity ?? 0,
    }))
    .filter((line) => line.now !== line.saved);
}

export const savedApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    savedLines: build.query({
      // By revision: after the next one these lines are no longer what is reserved.
      ...call(({ orderId }: SavedOf) => marketCall('order-history-app2', orderId), wireHistoryReply, toSavedLines),
      extraOptions: { errors: 'linesThenMessage' },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSavedLinesQuery } = savedApi;

/**
 * What an order has reserved of a type: a registered one its lines, a reopened one what was registered last; null while
 * that is not known.
 */
export function heldOf(
  { status, reopened, products }: Pick<Order, 'status' | 'reopened' | 'products'>,
  typeId: string,
  saved: readonly SavedLine[] | null | undefined,
): number | null {
  const held: readonly Pick<OrderLine, 'typeId' | 'quantity'>[] | null | undefined =
    status === 'registered' ? linesOf(products) : reopened ? saved : [];
  return held ? (held.find((line) => line.typeId === typeId)?.quantity ?? 0) : null;
}
