import type { CatalogueProduct } from '../../../entities/product/catalogue/types';

/** A line of cards; the virtual list counts in lines. */
export interface Row {
  /** Of its first product: a line keeps its measured height while others join the list. */
  readonly key: string;
  /** Of its first product in the list. */
  readonly start: number;
  readonly products: readonly CatalogueProduct[];
}

export const rowsOf = (products: readonly CatalogueProduct[], columns: number): readonly Row[] =>
  Array.from({ length: Math.ceil(products.length / columns) }, (_, index) => {
    const start = index * columns;
    const line = products.slice(start, start + columns);
    return { key: `${columns}:${line[0]?.id ?? ''}`, start, products: line };
  });

/** Which lines are drawn: those near the screen, and those that must not go, in order. */
export const drawn = (near: readonly number[], held: readonly number[], count: number): number[] =>
  [...new Set([...near, ...held])].filter((index) => index >= 0 && index < count).sort((one, other) => one - other);
