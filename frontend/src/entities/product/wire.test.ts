import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { wireTypeDetailReply } from '../../shared/api/wire/products.gen';
import { toStock, toTypeDetail } from './map';
import { wireStock } from './wire';

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
    expect(toTypeDetail(v.parse(wireTypeDetailReply, detail))).toEqual({
      name: '۷۰۰ گرم',
      brand: 'زرخوشه',
      description: 'توضیح',
      piecesPerUnit: 20,
      image: '/images/products/P011.svg',
    });
  });

  it('has no picture and no brand where the wire names none', () => {
    const bare = { data: { nameNoeMahsool: 'ساده', toz: '', tedadDarVahed: 1, imgs: [], products: [] } };
    expect(toTypeDetail(v.parse(wireTypeDetailReply, bare))).toMatchObject({ brand: '', image: '' });
  });

  it('has a stock', () => {
    expect(toStock(v.parse(wireStock, { product: [{ mojoody: 12 }] }))).toBe(12);
    expect(v.safeParse(wireStock, { product: [] }).success).toBe(false);
  });
});
