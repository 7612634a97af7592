import { baseApi } from '../../shared/api/baseApi';
import { toSellerProfile, toSellerStatus, toSellerSummary } from './map';
import type { SellerProfile, SellerStatus, SellerSummary } from './types';
import {
  type WireChildness,
  type WireDashboard,
  type WireSellerBind,
  type WireSellerType,
  wireChildness,
  wireDashboard,
  wireSellerBind,
  wireSellerType,
} from './wire';

export const sellerApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sellerStatus: build.query<SellerStatus, undefined>({
      query: () => 'market/get-seller-type-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireSellerType,
      transformResponse: (wire: WireSellerType) => toSellerStatus(wire),
      providesTags: ['Seller'],
    }),
    sellerSummary: build.query<SellerSummary, undefined>({
      query: () => 'report/dashboard-nums-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireDashboard,
      transformResponse: (wire: WireDashboard) => toSellerSummary(wire),
      providesTags: ['Dashboard'],
    }),
    sellerProfile: build.query<SellerProfile | null, undefined>({
      query: () => 'user/seller-bind-app2',
      extraOptions: { errors: 'linesThenMessage' },
      rawResponseSchema: wireSellerBind,
      transformResponse: (wire: WireSellerBind) => toSellerProfile(wire),
      providesTags: ['Seller'],
    }),
    /** Whether this is a child seller, who may look at products and not change them. */
    childness: build.query<boolean, undefined>({
      query: () => 'user/seller/checkChildness-app2',
      rawResponseSchema: wireChildness,
      transformResponse: ({ flag }: WireChildness) => flag,
      providesTags: ['Seller'],
    }),
  }),
});

export const { useSellerStatusQuery, useSellerSummaryQuery, useSellerProfileQuery, useChildnessQuery } = sellerApi;
