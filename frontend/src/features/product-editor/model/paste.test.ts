import { expect, it } from 'vitest';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { linesOf } from './lines';
import { pastedCells, pastedRows } from './paste';

const typeOf = (id: string): CatalogueType => ({
  id,
  name: id,
  code: id.toUpperCase(),
  piecesPerUnit: 1,
  buyPrice: 1,
  sellPrice: 1,
  stock: 1,
  lowStock: 10,
  images: [],
  description: '',
  rowOrder: 1,
  unitId: '',
  active: true,
  version: 1,
});
const productOf = (id: string, types: readonly string[]): CatalogueProduct => ({
  id,
  title: id,
  code: id.toUpperCase(),
  images: [],
  brandName: '',
  types: types.map(typeOf),
});
const lines = linesOf([productOf('p', ['a', 'b']), productOf('q', []), productOf('r', ['c'])], undefined, []);

it('takes lines and columns, and leaves a single value to the field', () => {
  expect(pastedCells('۱۲٬۰۰۰\r\n13000\r\n')).toEqual([['۱۲٬۰۰۰'], ['13000']]);
  expect(pastedCells('1\t2\n3\t4')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(pastedCells('12000\n')).toBeNull();
  expect(pastedCells('')).toBeNull();
});

it('goes down from the cell, over products that have no types', () => {
  const rows = pastedRows([['10'], [' 20 ']], lines, { id: 'b', name: 'sellPrice' });
  expect(rows).toEqual({
    ok: true,
    value: [
      { productCode: 'P', typeCode: 'B', priceSelOne: '10' },
      { productCode: 'R', typeCode: 'C', priceSelOne: '20' },
    ],
  });
});

it('goes along the row, and an empty cell changes nothing', () => {
  const rows = pastedRows([['5', '', '70']], lines, { id: 'a', name: 'piecesPerUnit' });
  expect(rows.ok && rows.value).toEqual([
    { productCode: 'P', typeCode: 'A', tedadDarVahed: '5', mojoody: '', priceBuyOne: '70', priceSelOne: '' },
  ]);
});

it('says what has no place', () => {
  const four = [['1'], ['2'], ['3'], ['4']];
  expect(pastedRows(four, lines, { id: 'a', name: 'stock' })).toEqual({ ok: false, error: { kind: 'many', most: 3 } });
  expect(pastedRows([['1', '2']], lines, { id: 'a', name: 'sellPrice' })).toEqual({
    ok: false,
    error: { kind: 'wide' },
  });
});
