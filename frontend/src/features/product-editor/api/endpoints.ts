import { toType } from '../../../entities/product/catalogue/map';
import { patchProduct } from '../../../entities/product/catalogue/patchProduct';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { baseApi } from '../../../shared/api/baseApi';
import { call, marketCall, post } from '../../../shared/api/calls';
import {
  type WireEditTypeBody,
  type WireEditTypeReply,
  type WireTypeEditRow,
  wireEditTypeReply,
  wireProductReply,
} from '../../../shared/api/wire/products.gen';
import { figuresOf } from '../model/figures';
import { toDetails } from './map';

export interface TypeChange {
  /** The idempotency key of one intended change; a retry of the same values uses it again. */
  readonly key: string;
  readonly sellerId: string;
  readonly productId: string;
  /** With the version that was read. */
  readonly type: CatalogueType;
  /** The stock that was read. The server compares: when the seller did not change it, orders may have. */
  readonly stockRead: number;
}

const rowOf = (type: CatalogueType, stockRead: number): WireTypeEditRow => {
  const { profit, percent, packagePrice } = figuresOf(type);
  return {
    _id: type.id,
    f3: type.stock,
    f6: type.buyPrice,
    f7: type.sellPrice,
    f8: profit,
    f9: percent,
    f10: packagePrice,
    f11: type.description,
    f12: type.active,
    tedadDarVahed: type.piecesPerUnit,
    lowStock: type.lowStock,
    version: type.version,
    mojoody: stockRead,
  };
};

export const cardApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Null for a product without any type. */
    product: build.query({
      ...call((productId: string) => marketCall('product-bind-app2', productId), wireProductReply, toDetails),
      providesTags: (_result, _error, productId) => [
        { type: 'Product', id: productId },
        { type: 'Stock', id: 'LIST' },
      ],
    }),
    editType: build.mutation<CatalogueType, TypeChange>({
      query: ({ key, sellerId, productId, type, stockRead }) =>
        post<WireEditTypeBody>('market/edit-productType-app2', key, {
          _TypeRow: rowOf(type, stockRead),
          _sellerId: sellerId,
          _productId: productId,
        }),
      rawResponseSchema: wireEditTypeReply,
      transformResponse: ({ productType }: WireEditTypeReply) => toType(productType),
      // The cache takes the server's values in place: a list of many pages is not fetched again.
      onQueryStarted: async ({ productId }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        const change = (product: CatalogueProduct): CatalogueProduct => ({
          ...product,
          types: product.types.map((type) => (type.id === saved.data.id ? saved.data : type)),
        });
        dispatch(patchProduct(productId, change));
        dispatch(cardApi.util.updateQueryData('product', productId, (product) => product && change(product)));
      },
      invalidatesTags: (saved, _error, { type }) =>
        saved
          ? [
              { type: 'Stock', id: type.id },
              { type: 'Product', id: `type:${type.id}` },
            ]
          : [],
    }),
  }),
});

export const { useProductQuery, useLazyProductQuery, useEditTypeMutation } = cardApi;
