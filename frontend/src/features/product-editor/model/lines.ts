import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';

/** A line of the list: a type, or a product that has none. */
export interface ListedType {
  readonly id: string;
  readonly product: CatalogueProduct;
  readonly type: CatalogueType | null;
  /** The product's place in its own list, from 0. */
  readonly place: number;
}

/** The products' types one after another. */
export const linesOf = (products: readonly CatalogueProduct[]): readonly ListedType[] =>
  products.flatMap((product, place): ListedType[] =>
    product.types.length === 0
      ? [{ id: product.id, product, type: null, place }]
      : product.types.map((type) => ({ id: type.id, product, type, place })),
  );
