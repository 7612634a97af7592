import { baseApi } from '../../shared/api/baseApi';
import { call, marketCall } from '../../shared/api/calls';
import { wireTypeDetailReply } from '../../shared/api/wire/products.gen';
import { toStock, toTypeDetail } from './map';
import { wireStock } from './wire';

export const productApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    /** Of a type, by its id: what can still be sold at this moment. */
    stock: build.query({
      ...call((typeId: string) => marketCall('getMojoody-app2', typeId), wireStock, toStock),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: (_result, _error, typeId) => [{ type: 'Stock', id: typeId }],
    }),
    typeDetail: build.query({
      ...call((typeId: string) => marketCall('product-type-detail', typeId), wireTypeDetailReply, toTypeDetail),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: (_result, _error, typeId) => [{ type: 'Product', id: `type:${typeId}` }],
    }),
  }),
});

export const { useStockQuery, useLazyStockQuery, useTypeDetailQuery } = productApi;
