import type { Direction } from '../../../shared/ui/Table';
import type { OrderRow } from '../api/map';

export const ORDER_SORTS = ['newest', 'oldest', 'dearest', 'cheapest', 'latest', 'soonest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** What the orders can be sorted by. */
export type SortKey = 'createdAt' | 'total' | 'deliveryDate';

const meaning: Readonly<Record<OrderSort, { readonly key: SortKey; readonly direction: Direction }>> = {
  newest: { key: 'createdAt', direction: 'descending' },
  oldest: { key: 'createdAt', direction: 'ascending' },
  dearest: { key: 'total', direction: 'descending' },
  cheapest: { key: 'total', direction: 'ascending' },
  latest: { key: 'deliveryDate', direction: 'descending' },
  soonest: { key: 'deliveryDate', direction: 'ascending' },
};

/** The direction in which a column is sorted; null while another one is. */
export const directionOf = (sort: OrderSort, key: SortKey): Direction | null =>
  meaning[sort].key === key ? meaning[sort].direction : null;

/** What a press on the heading of a column asks for: the largest first, then the smallest. */
export const pressed = (sort: OrderSort, key: SortKey): OrderSort => {
  const direction = directionOf(sort, key) === 'descending' ? 'ascending' : 'descending';
  return ORDER_SORTS.find((one) => directionOf(one, key) === direction) ?? 'newest';
};

/** Equals stay as they come, newest first; who has none of it stands last. */
export function sorted(orders: readonly OrderRow[], sort: OrderSort): readonly OrderRow[] {
  const { key, direction } = meaning[sort];
  const sign = direction === 'ascending' ? 1 : -1;
  return [...orders].sort(({ [key]: one }, { [key]: other }) => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -sign : sign;
  });
}
