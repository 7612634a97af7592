import { baseApi } from '../../shared/api/baseApi';
import { marketCall } from '../../shared/api/calls';
import { type WireTypeDetailReply, wireTypeDetailReply } from '../../shared/api/wire/products.gen';
import { toStock, toTypeDetail } from './map';
import type { TypeDetail } from './types';
import { type WireStock, wireStock } from './wire';

export const productApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Of a type, by its id: what can still be sold at this moment. */
    stock: build.query<number, string>({
      query: (typeId) => marketCall('getMojoody-app2', typeId),
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireStock,
      transformResponse: (wire: WireStock) => toStock(wire),
      providesTags: (_result, _error, typeId) => [{ type: 'Stock', id: typeId }],
    }),
    typeDetail: build.query<TypeDetail, string>({
      query: (typeId) => marketCall('product-type-detail', typeId),
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireTypeDetailReply,
      transformResponse: (wire: WireTypeDetailReply) => toTypeDetail(wire),
      providesTags: (_result, _error, typeId) => [{ type: 'Product', id: `type:${typeId}` }],
    }),
  }),
});

export const { useStockQuery, useLazyStockQuery, useTypeDetailQuery } = productApi;
