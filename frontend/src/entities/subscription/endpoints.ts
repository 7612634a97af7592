import { baseApi } from '../../shared/api/baseApi';
import { call } from '../../shared/api/calls';
import { wireSubscriptionReply } from '../../shared/api/wire/billing.gen';
import { nowMs } from '../../shared/lib/now';
import { toSubscriptionInfo } from './map';

export const subscriptionApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    subscription: build.query({
      ...call('market/subscription-app2', wireSubscriptionReply, (wire) => toSubscriptionInfo(wire, nowMs())),
      providesTags: ['Subscription'],
    }),
  }),
});

export const { useSubscriptionQuery } = subscriptionApi;
