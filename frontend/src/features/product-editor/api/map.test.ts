import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wireTypeOf } from '../../../entities/product/msw';
import { wireProductReply } from '../../../shared/api/wire/products.gen';
import { toDetails } from './map';

const row = (id: string, type: string, rowOrder: number) => ({
  _id: id,
  title: `محصول ${id}`,
  code: '',
  imgs: [],
  brand: { _id: '', name: '' },
  productType: wireTypeOf(type, { rowOrder }),
});
const read = (product: readonly object[]) => toDetails(v.parse(wireProductReply, { product }));

it('makes one product of the rows that share an id, its types by row order', () => {
  const product = read([row('a', 't2', 2), row('a', 't1', 1), row('b', 't9', 1)]);
  expect(product?.id).toBe('a');
  expect(product?.types.map(({ id }) => id)).toEqual(['t1', 't2']);
  expect(product?.brandName).toBe('');
});

it('makes nothing of no rows', () => {
  expect(read([])).toBeNull();
});
