// @vitest-environment node
import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { wireTypeOf } from '../../../entities/product/msw';
import type { components } from '../../../shared/api/schema.gen';
import { toDetails } from './map';
import { wireDetails, type wireEdited } from './wire';

type Schemas = components['schemas'];

// Compared by the type checker: what the server declares has to be something that the schema accepts.
it('accepts what the server declares', () => {
  expectTypeOf<Schemas['ProductReply']>().toExtend<v.InferInput<typeof wireDetails>>();
  expectTypeOf<Schemas['EditTypeReply']>().toExtend<v.InferInput<typeof wireEdited>>();
});

const row = (id: string, type: string, rowOrder: number) => ({
  _id: id,
  title: `محصول ${id}`,
  code: '',
  imgs: [],
  brand: null,
  productType: wireTypeOf(type, { rowOrder }),
});
const read = (product: readonly object[]) => toDetails(v.parse(wireDetails, { product }));

it('makes one product of the rows that share an id, its types by row order', () => {
  const product = read([row('a', 't2', 2), row('a', 't1', 1), row('b', 't9', 1)]);
  expect(product?.id).toBe('a');
  expect(product?.types.map(({ id }) => id)).toEqual(['t1', 't2']);
  expect(product?.brandName).toBe('');
});

it('makes nothing of no rows', () => {
  expect(read([])).toBeNull();
});
