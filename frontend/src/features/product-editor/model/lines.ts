import type { CatalogueProduct, CatalogueType, StockFilter } from '../../../entities/product/catalogue/types';

/** A line of the list: a type, or a product that has none. */
export interface ListedType {
  readonly id: string;
  readonly product: CatalogueProduct;
  readonly type: CatalogueType | null;
  /** The product's place in its own list, from 0. */
  readonly place: number;
}

const isLeft = ({ active, stock, lowStock }: CatalogueType, filter: StockFilter): boolean =>
  active && stock <= (filter === 'out' ? 0 : lowStock);

/**
 * The products' types one after another; with a filter of the stock those that it is about, and `kept`, which have been
 * changed since: a line shall not go while one works on it.
 */
export function linesOf(
  products: readonly CatalogueProduct[],
  filter: StockFilter | undefined,
  kept: readonly string[],
): readonly ListedType[] {
  return products.flatMap((product, place): ListedType[] => {
    const found = product.types.filter(
      (type) => filter === undefined || isLeft(type, filter) || kept.includes(type.id),
    );
    // The stock has moved since the server chose the product.
    const types = found.length === 0 ? product.types : found;
    if (types.length === 0) return [{ id: product.id, product, type: null, place }];
    return types.map((type) => ({ id: type.id, product, type, place }));
  });
}
