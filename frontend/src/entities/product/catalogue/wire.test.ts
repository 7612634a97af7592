// @vitest-environment node
import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import type { components } from '../../../shared/api/schema.gen';
import { wireProductOf, wireTypeOf } from '../msw';
import { hasMoved, productsOf, toProductPage } from './map';
import { type wireBrands, wireProductPage, type wireUnits } from './wire';

type Schemas = components['schemas'];

const pageOf = (product: readonly object[], total = product.length) =>
  toProductPage(v.parse(wireProductPage, { product, totalPages: 1, total, sellerName: 'پخش رستمی' }));

it('accepts what the server declares', () => {
  expectTypeOf<Schemas['ProductsReply']>().toExtend<v.InferInput<typeof wireProductPage>>();
  expectTypeOf<Schemas['ProductBrandsReply']>().toExtend<v.InferInput<typeof wireBrands>>();
  expectTypeOf<Schemas['UnitsReply']>().toExtend<v.InferInput<typeof wireUnits>>();
});

it('reads a product that left everything empty', () => {
  const bare = { ...wireTypeOf('t'), toz: null, imgs: null, tedadDarVahed: null, vahed: null };
  const { items } = pageOf([{ _id: 'p', title: 'رب', productTypes: [bare], brand: null }]);
  expect(items).toEqual([
    {
      id: 'p',
      title: 'رب',
      code: '',
      images: [],
      brandId: '',
      brandName: '',
      types: [
        {
          id: 't',
          name: 'نوع t',
          piecesPerUnit: 1,
          buyPrice: 80_000,
          sellPrice: 100_000,
          stock: 40,
          images: [],
          description: '',
          rowOrder: 1,
          unitId: '',
          active: true,
          version: 1,
        },
      ],
    },
  ]);
});

it('puts the types in the order of the seller', () => {
  const productTypes = [wireTypeOf('b', { rowOrder: 2 }), wireTypeOf('a', { rowOrder: 1 })];
  expect(pageOf([wireProductOf('p', { productTypes })]).items[0]?.types.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('does not take prices that are no whole tomans', () => {
  const broken = wireProductOf('p', { productTypes: [wireTypeOf('t', { priceBuyOne: 0.5 })] });
  expect(v.safeParse(wireProductPage, { product: [broken], totalPages: 1, total: 1 }).success).toBe(false);
});

it('lists a product once, as its latest page tells it, and notices that the list moved', () => {
  const first = pageOf([wireProductOf('a'), wireProductOf('b')], 3);
  const next = pageOf([wireProductOf('b', { title: 'تازه' })], 3);
  expect(productsOf([first, next]).map(({ title }) => title)).toEqual(['محصول a', 'تازه']);
  expect(hasMoved([first, next])).toBe(true);
  expect(hasMoved([first, pageOf([wireProductOf('c')], 3)])).toBe(false);
  expect(hasMoved([first, pageOf([wireProductOf('c')], 4)])).toBe(true);
  expect(hasMoved([first])).toBe(false);
});
