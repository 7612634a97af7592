import { baseApi } from '../../shared/api/baseApi';
import { type WireSubscriptionReply, wireSubscriptionReply } from '../../shared/api/wire/billing.gen';
import { nowMs } from '../../shared/lib/now';
import { toSubscriptionInfo } from './map';
import type { SubscriptionInfo } from './types';

export const subscriptionApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    subscription: build.query<SubscriptionInfo, undefined>({
      query: () => 'market/subscription-app2',
      rawResponseSchema: wireSubscriptionReply,
      transformResponse: (wire: WireSubscriptionReply) => toSubscriptionInfo(wire, nowMs()),
      providesTags: ['Subscription'],
    }),
  }),
});

export const { useSubscriptionQuery } = subscriptionApi;
