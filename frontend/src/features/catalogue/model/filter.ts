import type { ProductFilter } from '../../../entities/product/catalogue/types';

/** The server's limits for a search text and for the number of brands. */
const SEARCH_LENGTH = 100;
const BRANDS = 100;

/** A search as the server takes it. */
export const searchOf = (text: string): string => Array.from(text.trim()).slice(0, SEARCH_LENGTH).join('').trim();

/** `brands=a,b` of the address, each once and always in the same order. */
export const brandsOf = (param: string | null): readonly string[] =>
  [...new Set((param ?? '').split(',').filter((id) => id !== ''))].sort().slice(0, BRANDS);

/** Whether the filter leaves products out; the order alone does not. */
export const narrows = ({ search, brands, stock }: ProductFilter): boolean =>
  search !== '' || brands.length > 0 || stock !== undefined;

/** The address's parameters that filter or order the list. */
export const FILTERS = ['search', 'brands', 'sort', 'stock'] as const;
