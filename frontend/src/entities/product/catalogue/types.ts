/** A product of the seller's catalogue, with its types in the seller's order (spec part 2, 3.8). */
export interface CatalogueProduct {
  readonly id: string;
  readonly title: string;
  readonly code: string;
  /** The product's own, also displayed for a type that has none. */
  readonly images: readonly string[];
  /** Empty without a brand. */
  readonly brandName: string;
  readonly types: readonly CatalogueType[];
}

/** What is sold of a product: a size, a taste, a package. */
export interface CatalogueType {
  readonly id: string;
  readonly name: string;
  /** The seller's own, as in product files. */
  readonly code: string;
  /** How many pieces the selling unit holds, at least 1. */
  readonly piecesPerUnit: number;
  /** Tomans a piece. */
  readonly buyPrice: number;
  /** Tomans a piece. */
  readonly sellPrice: number;
  /** In selling units. */
  readonly stock: number;
  /** So many in stock, or fewer, are few. */
  readonly lowStock: number;
  /** Its own only. */
  readonly images: readonly string[];
  /** At most 300 characters. */
  readonly description: string;
  readonly rowOrder: number;
  readonly unitId: string;
  readonly active: boolean;
  /** A change sends the version that was read; an outdated one is refused. */
  readonly version: number;
}

export const SORTS = ['default', 'newest', 'oldest', 'most-sales', 'least-sales'] as const;
export type ProductSort = (typeof SORTS)[number];

/** `out`, `low`: products with a type that can be ordered of which there is nothing, or few. */
export const STOCKS = ['low', 'out'] as const;
export type StockFilter = (typeof STOCKS)[number];

/** The list's search, filter and order, all done by the server. */
export interface ProductFilter {
  readonly search: string;
  /** Ids; none means all. */
  readonly brands: readonly string[];
  readonly sort: ProductSort;
  readonly stock?: StockFilter | undefined;
}
