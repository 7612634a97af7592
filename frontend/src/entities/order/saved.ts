import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { type WireHistoryReply, wireHistoryReply } from '../../shared/api/wire/orders.gen';
import type { Order, OrderLine } from './types';

/** The lines of the last registered revision; null when there is none. */
export function toSavedLines({ revisions }: Pick<WireHistoryReply, 'revisions'>) {
  const [last] = revisions;
  if (!last) return null;
  return last.lines.map(({ typeId, name, type, quantity }) => ({ typeId, name: `${name} ${type}`, quantity }));
}

export const savedApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    savedLines: build.query({
      ...call((orderId: string) => marketCall('order-history-app2', orderId), wireHistoryReply, toSavedLines),
      extraOptions: { errors: 'linesThenMessage' },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSavedLinesQuery } = savedApi;

/** What an order has reserved of a type: a reopened one what was registered last; null while that is not known. */
export function heldOf(
  { reopened }: Pick<Order, 'reopened'>,
  typeId: string,
  saved: readonly Pick<OrderLine, 'typeId' | 'quantity'>[] | null | undefined,
): number | null {
  if (!reopened) return 0;
  return saved ? (saved.find((line) => line.typeId === typeId)?.quantity ?? 0) : null;
}
