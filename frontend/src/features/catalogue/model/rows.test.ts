// @vitest-environment node

import * as v from 'valibot';
import { expect, it } from 'vitest';
import { toProductPage } from '../../../entities/product/catalogue/map';
import { wireProductsReply } from '../../../shared/api/wire/products.gen';
import { manyProducts } from '../msw';
import { brandsOf, searchOf } from './filter';
import { drawn, rowsOf } from './rows';

const { items } = toProductPage(v.parse(wireProductsReply, { product: manyProducts(5), totalPages: 1, total: 5 }));

it('stands cards in lines, and a line keeps its key while others join it', () => {
  const rows = rowsOf(items, 2);
  expect(rows.map(({ start, products }) => [start, products.map(({ id }) => id)])).toEqual([
    [0, ['p0', 'p1']],
    [2, ['p2', 'p3']],
    [4, ['p4']],
  ]);
  expect(rowsOf(items.slice(0, 3), 2).map(({ key }) => key)).toEqual(rows.slice(0, 2).map(({ key }) => key));
  expect(rowsOf(items, 3)[0]?.key).not.toBe(rows[0]?.key);
});

it('draws the lines that are held as well, in order and once', () => {
  expect(drawn([10, 11, 12], [2, 11], 100)).toEqual([2, 10, 11, 12]);
  expect(drawn([0, 1], [7], 3)).toEqual([0, 1]);
});

it('takes from the address what the server takes', () => {
  expect(brandsOf('b,a,,b')).toEqual(['a', 'b']);
  expect(brandsOf(null)).toEqual([]);
  expect(searchOf(`  ${'آ'.repeat(120)}`)).toHaveLength(100);
});
