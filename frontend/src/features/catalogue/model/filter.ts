import type { ProductFilter } from '../../../entities/product/catalogue/types';

/** The server takes no longer search, and no more brands. */
const SEARCH_LENGTH = 100;
const BRANDS = 100;

/** A search as the server takes it. */
export const searchOf = (text: string): string => Array.from(text.trim()).slice(0, SEARCH_LENGTH).join('').trim();

/** `brands=a,b` of the address, each once and always in the same order. */
export const brandsOf = (param: string | null): readonly string[] =>
  [...new Set((param ?? '').split(',').filter((id) => id !== ''))].sort().slice(0, BRANDS);

/** Whether the filter leaves products out. The order leaves none out. */
export const narrows = ({ search, brands }: ProductFilter): boolean => search !== '' || brands.length > 0;

/** What of the address filters the list. */
export const FILTERS = ['search', 'brands', 'sort'] as const;
