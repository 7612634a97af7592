import type { QueryChange } from '../../shared/navigation/query';
import type { ProductFilter } from '../product/catalogue/types';

/** Where goods are looked for: among what the customer buys, or in the whole catalogue. */
export const SHELVES = ['guide', 'all'] as const;
type Shelf = (typeof SHELVES)[number];

export interface PickerFilter extends Pick<ProductFilter, 'search' | 'brands'> {
  readonly shelf: Shelf;
}

/** As the address has it: no shelf until one was chosen. */
export interface AskedFilter extends Omit<PickerFilter, 'shelf'> {
  readonly shelf: Shelf | null;
}

/** The filter of `?shelf=all&search=…&brands=id,id`. */
export const filterIn = (params: URLSearchParams): AskedFilter => ({
  shelf: SHELVES.find((shelf) => shelf === params.get('shelf')) ?? null,
  search: params.get('search')?.trim() ?? '',
  brands: params.get('brands')?.split(',').filter(Boolean) ?? [],
});

export const changeOf = ({ shelf, search, brands }: Partial<PickerFilter>): QueryChange => ({
  ...(shelf !== undefined && { shelf }),
  ...(search !== undefined && { search: search === '' ? null : search }),
  ...(brands !== undefined && { brands: brands.length === 0 ? null : brands.join(',') }),
});

/** Both are of the whole catalogue. */
export const isSearching = ({ search, brands }: Pick<PickerFilter, 'search' | 'brands'>): boolean =>
  search !== '' || brands.length > 0;
