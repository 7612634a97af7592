import * as v from 'valibot';
import { expect, it } from 'vitest';
import { wireProductsReply } from '../../../shared/api/wire/products.gen';
import { wireProductOf, wireTypeOf } from '../msw';
import { toProductPage } from './map';

const pageOf = (product: readonly object[], total = product.length) =>
  toProductPage(
    v.parse(wireProductsReply, {
      product,
      totalPages: 1,
      total,
      sellerName: 'پخش رستمی',
      sellerBackground: '',
      sellerStory: '',
    }),
  );

it('reads a product that left everything empty', () => {
  const bare = { ...wireTypeOf('t'), toz: '', tedadDarVahed: 0, vahed: '' };
  const { items } = pageOf([
    { _id: 'p', title: 'رب', code: '', imgs: [{ src: '' }], productTypes: [bare], brand: { _id: '', name: '' } },
  ]);
  expect(items).toEqual([
    {
      id: 'p',
      title: 'رب',
      code: '',
      images: [],
      brandName: '',
      types: [
        {
          id: 't',
          name: 'نوع t',
          code: 't',
          piecesPerUnit: 1,
          buyPrice: 80_000,
          sellPrice: 100_000,
          stock: 40,
          lowStock: 10,
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
  expect(() => pageOf([broken])).toThrow('safe integer');
});
