import { isPersian, locale } from './locale';

const collator = new Intl.Collator('fa', { numeric: true });

/** Persian alphabetical order (پ چ ژ ک گ ی in their places), numbers by value. */
export const compareFa = (a: string, b: string): number => collator.compare(a, b);

/** «الف، ب و ج». Each name keeps its own direction; on an English page the list reads from left to right. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(locale()).format(isPersian() ? items : items.map((item) => `\u2068${item}\u2069`));
