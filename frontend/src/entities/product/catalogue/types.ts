/** A product of the seller's catalogue, with its types in the seller's order (spec part 2, 3.8). */
export interface CatalogueProduct {
  readonly id: string;
  readonly title: string;
  readonly code: string;
  /** Of the product itself; shown for a type that has none. */
  readonly images: readonly string[];
  /** Empty without a brand, and so is its name. */
  readonly brandId: string;
  readonly brandName: string;
  readonly types: readonly CatalogueType[];
}

/** What is sold of a product: a size, a taste, a package. */
export interface CatalogueType {
  readonly id: string;
  readonly name: string;
  /** How many pieces the selling unit holds, at least 1. */
  readonly piecesPerUnit: number;
  /** Tomans a piece. */
  readonly buyPrice: number;
  /** Tomans a piece. */
  readonly sellPrice: number;
  /** In selling units. */
  readonly stock: number;
  /** Its own only. */
  readonly images: readonly string[];
  /** At most 300 characters. */
  readonly description: string;
  readonly rowOrder: number;
  readonly unitId: string;
  readonly active: boolean;
  /** Of what was read; a change carries it, and a stale one is refused. */
  readonly version: number;
}

export const SORTS = ['default', 'newest', 'oldest', 'most-sales', 'least-sales'] as const;
export type ProductSort = (typeof SORTS)[number];

/** What the list shows; the server searches, filters and sorts. */
export interface ProductFilter {
  readonly search: string;
  /** Ids; none means all. */
  readonly brands: readonly string[];
  readonly sort: ProductSort;
}
