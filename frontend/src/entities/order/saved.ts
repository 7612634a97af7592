import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { type WireHistoryReply, wireHistoryReply } from '../../shared/api/wire/orders.gen';
import type { Order } from './types';

/** A line of what was registered last. */
export interface SavedLine {
  readonly typeId: string;
  readonly name: string;
  readonly quantity: number;
}

/** The lines of the last registered revision; null when there is none. */
export function toSavedLines({ revisions }: Pick<WireHistoryReply, 'revisions'>): readonly SavedLine[] | null {
  const [last] = revisions;
  if (!last) return null;
  return last.lines.map(({ typeId, name, type, quantity }) => ({ typeId, name: `${name} ${type}`, quantity }));
}

export const savedApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** What was registered last, to compare with. */
    savedLines: build.query({
      ...call((orderId: string) => marketCall('order-history-app2', orderId), wireHistoryReply, toSavedLines),
      extraOptions: { errors: 'linesThenMessage' },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSavedLinesQuery } = savedApi;

/** What an order holds of its goods already: of a reopened one what was registered; null while that is not known. */
export function heldOf(
  order: Pick<Order, 'reopened'>,
  typeId: string,
  saved: readonly Pick<SavedLine, 'typeId' | 'quantity'>[] | null | undefined,
): number | null {
  if (!order.reopened) return 0;
  return saved ? (saved.find((line) => line.typeId === typeId)?.quantity ?? 0) : null;
}
