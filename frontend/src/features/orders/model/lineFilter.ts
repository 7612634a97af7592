import { lineName } from '../../../entities/order/order.changes';
import { mapLines } from '../../../entities/order/order.math';
import type { OrderProduct } from '../../../entities/order/types';
import { foldFa } from '../../../shared/lib/foldFa';

/** Which lines of an order are displayed. */
export interface LineFilter {
  /** In the names of the lines. */
  readonly search: string;
  /** `short`: of which there is less than the order wants · `changed`: since the order was registered. */
  readonly only: Kind | null;
  /** The types of that kind when it was chosen: a row stays while its quantity is being typed. */
  readonly kept: ReadonlySet<string>;
}

export type Kind = 'short' | 'changed';

/** The types of each kind. */
export type Kinds = Readonly<Record<Kind, ReadonlySet<string>>>;

export const ALL_LINES: LineFilter = { search: '', only: null, kept: new Set() };

/** The lines that match. */
export function matching(
  products: readonly OrderProduct[],
  { search, only, kept }: LineFilter,
  kinds: Kinds,
): readonly OrderProduct[] {
  const wanted = foldFa(search);
  if (wanted === '' && only === null) return products;
  return products.flatMap((product) =>
    mapLines([product], (line) => {
      const found = wanted === '' || foldFa(lineName(product, line)).includes(wanted);
      return found && (only === null || kept.has(line.typeId) || kinds[only].has(line.typeId)) ? line : null;
    }),
  );
}
