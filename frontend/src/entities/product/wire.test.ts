import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { components } from '../../shared/api/schema.gen';
import { toStock, toTypeDetail } from './map';
import { wireStock, wireTypeDetail } from './wire';

type Schemas = components['schemas'];

// Compared by the type checker: what the server declares has to be something that the schema accepts.
it('accepts what the server declares', () => {
  expectTypeOf<Schemas['TypeDetailReply']>().toExtend<v.InferInput<typeof wireTypeDetail>>();
  expectTypeOf<Schemas['StockReply']['product'][number]>().toExtend<
    v.InferInput<typeof wireStock>['product'][number]
  >();
});

describe('a type', () => {
  const detail = {
    data: {
      nameNoeMahsool: '۷۰۰ گرم',
      toz: ' توضیح ',
      tedadDarVahed: 20,
      imgs: [{ src: '/images/products/P011.svg' }],
      products: [{ brand: { name: 'زرخوشه' } }],
    },
  };

  it('is read from the wire', () => {
    expect(toTypeDetail(v.parse(wireTypeDetail, detail))).toEqual({
      name: '۷۰۰ گرم',
      brand: 'زرخوشه',
      description: 'توضیح',
      piecesPerUnit: 20,
      image: '/images/products/P011.svg',
    });
  });

  it('counts one piece, and has no picture and no brand, where the wire says nothing', () => {
    const bare = { data: { nameNoeMahsool: 'ساده', toz: null, tedadDarVahed: null, imgs: [], products: [] } };
    expect(toTypeDetail(v.parse(wireTypeDetail, bare))).toEqual({
      name: 'ساده',
      brand: '',
      description: '',
      piecesPerUnit: 1,
      image: '',
    });
  });

  it('has a stock', () => {
    expect(toStock(v.parse(wireStock, { product: [{ mojoody: 12 }] }))).toBe(12);
    expect(v.safeParse(wireStock, { product: [] }).success).toBe(false);
  });
});
