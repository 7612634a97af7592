import { baseApi } from '../../shared/api/baseApi';
import {
  type WireChildnessReply,
  type WireDashboardReply,
  type WireSellerReply,
  type WireSellerTypeReply,
  wireChildnessReply,
  wireDashboardReply,
  wireSellerReply,
  wireSellerTypeReply,
} from '../../shared/api/wire/seller.gen';
import { toSellerProfile, toSellerStatus, toSellerSummary } from './map';
import type { SellerProfile, SellerStatus, SellerSummary } from './types';

export const sellerApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sellerStatus: build.query<SellerStatus, undefined>({
      query: () => 'market/get-seller-type-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireSellerTypeReply,
      transformResponse: (wire: WireSellerTypeReply) => toSellerStatus(wire),
      providesTags: ['Seller'],
    }),
    sellerSummary: build.query<SellerSummary, undefined>({
      query: () => 'report/dashboard-nums-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireDashboardReply,
      transformResponse: (wire: WireDashboardReply) => toSellerSummary(wire),
      providesTags: ['Dashboard'],
    }),
    sellerProfile: build.query<SellerProfile | null, undefined>({
      query: () => 'user/seller-bind-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireSellerReply,
      transformResponse: (wire: WireSellerReply) => toSellerProfile(wire),
      providesTags: ['Seller'],
    }),
    /** Whether this is a child seller, who may look at products and not change them. */
    childness: build.query<boolean, undefined>({
      query: () => 'user/seller/checkChildness-app2',
      rawResponseSchema: wireChildnessReply,
      transformResponse: ({ flag }: WireChildnessReply) => flag,
      providesTags: ['Seller'],
    }),
  }),
});

export const { useSellerStatusQuery, useSellerSummaryQuery, useSellerProfileQuery, useChildnessQuery } = sellerApi;
