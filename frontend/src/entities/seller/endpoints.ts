import { baseApi } from '../../shared/api/baseApi';
import { call } from '../../shared/api/calls';
import {
  wireChildnessReply,
  wireDashboardReply,
  wireSellerReply,
  wireSellerTypeReply,
} from '../../shared/api/wire/seller.gen';
import { toSeller, toSellerStatus, toSellerSummary } from './map';

export const sellerApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sellerStatus: build.query({
      ...call('market/get-seller-type-app2', wireSellerTypeReply, toSellerStatus),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: ['Seller'],
    }),
    sellerSummary: build.query({
      ...call('report/dashboard-nums-app2', wireDashboardReply, toSellerSummary),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: ['Dashboard'],
    }),
    seller: build.query({
      ...call('user/seller-bind-app2', wireSellerReply, toSeller),
      extraOptions: { errors: 'linesThenMessage' },
      providesTags: ['Seller'],
    }),
    /** Whether this is a child seller, who may look at products and not change them. */
    childness: build.query({
      ...call('user/seller/checkChildness-app2', wireChildnessReply, ({ flag }) => flag),
      providesTags: ['Seller'],
    }),
  }),
});

export const { useSellerStatusQuery, useSellerSummaryQuery, useSellerQuery, useChildnessQuery } = sellerApi;
