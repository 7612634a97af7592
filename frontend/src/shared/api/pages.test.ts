import { expect, it } from 'vitest';
import { itemsOf, type Page } from './pages';

interface Thing {
  readonly id: string;
  readonly name: string;
}
const page = (read: number, ...names: readonly string[]): Page<Thing> => ({
  read,
  items: names.map((name) => ({ id: name.charAt(0), name })),
  totalPages: 3,
  totals: { all: 6 },
});
const names = (...pages: readonly Page<Thing>[]) => itemsOf(pages).map(({ name }) => name);

it('lists a thing once, where and as it was read last', () => {
  expect(names(page(1, 'a', 'b'), page(2, 'b new', 'c'))).toEqual(['a', 'b new', 'c']);
  expect(names(page(3, 'c new', 'a'), page(2, 'b', 'c'))).toEqual(['c new', 'a', 'b']);
});

it('keeps what it knows while its pages are as they were', () => {
  const [first, second] = [page(1, 'a'), page(2, 'b')];
  expect(itemsOf([first, second])).toEqual([...first.items, ...second.items]);
  expect(itemsOf([first, second])[1]).toBe(second.items[0]);
});
