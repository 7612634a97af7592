import { lineName } from '../../../entities/order/order.changes';
import { mapLines } from '../../../entities/order/order.math';
import type { OrderProduct } from '../../../entities/order/types';
import { foldFa } from '../../../shared/lib/foldFa';

/** Which lines of an order are displayed. */
export interface LineFilter {
  /** In the names of the lines. */
  readonly search: string;
  /** `short`: of which there is less than the order wants · `changed`: since the order was registered. */
  readonly only: 'short' | 'changed' | null;
}

export const ALL_LINES: LineFilter = { search: '', only: null };

/** The lines that match. `kinds`: the types of each kind. */
export function matching(
  products: readonly OrderProduct[],
  { search, only }: LineFilter,
  kinds: Readonly<Record<NonNullable<LineFilter['only']>, ReadonlySet<string>>>,
): readonly OrderProduct[] {
  const wanted = foldFa(search);
  if (wanted === '' && only === null) return products;
  return products.flatMap((product) =>
    mapLines([product], (line) => {
      const found = wanted === '' || foldFa(lineName(product, line)).includes(wanted);
      return found && (only === null || kinds[only].has(line.typeId)) ? line : null;
    }),
  );
}
