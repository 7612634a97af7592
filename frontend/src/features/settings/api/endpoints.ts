import { readToken } from '../../../entities/session/cookie';
import { tokenRead } from '../../../entities/session/session.slice';
import { baseApi } from '../../../shared/api/baseApi';
import { post } from '../../../shared/api/calls';
import { type WireSellerReply, wireSellerReply } from '../../../shared/api/wire/seller.gen';
import {
  type WireDeliveryBody,
  type WireDeliveryReply,
  type WireEditDeliveryReply,
  type WireEditSellerBody,
  type WireHolidaysReply,
  type WireLimitsBody,
  type WireLimitsReply,
  type WireMessageReply,
  type WireTextCardsBody,
  type WireTextCardsReply,
  type WireTiersAppliedBody,
  type WireTiersAppliedReply,
  type WireTiersBody,
  type WireTiersReply,
  wireDeliveryReply,
  wireEditDeliveryReply,
  wireHolidaysReply,
  wireLimitsReply,
  wireMessageReply,
  wireTextCardsReply,
  wireTiersAppliedReply,
  wireTiersReply,
} from '../../../shared/api/wire/settings.gen';
import type {
  CardKind,
  DeliveryRule,
  Holidays,
  Limit,
  RuleKind,
  SellerRecord,
  TextCard,
  Tier,
  TierKind,
  TiersApplied,
  Versioned,
} from '../model/types';
import {
  toCardItems,
  toCards,
  toHolidays,
  toLimitItems,
  toLimits,
  toRule,
  toRuleEdit,
  toRuleOfKind,
  toSellerRecord,
  toTierItems,
  toTiers,
} from './map';

/** One decision of the user; the key stays over all its tries. */
export interface Write<Body> {
  readonly key: string;
  readonly body: Body;
  /** The version that was read: a later one on the server refuses the write. */
  readonly version: number;
}

export interface ListBody<Item> {
  readonly sellerId: string;
  readonly items: readonly Item[];
}

const TIER_CALLS = {
  volume: { list: 'KaridHajmiSettings-list-app2', edit: 'edit-TakhfifatAzTaHajmiSettings-app2' },
  amount: { list: 'TakhfifatAzTaMablaghSettings-list-app2', edit: 'edit-TakhfifatAzTaMablaghSettings-app2' },
  unit: { list: 'TakhfifatAzTaVahediSettings-list-app2', edit: 'edit-TakhfifatAzTaVahediSettings-app2' },
} as const;

const CARD_CALLS = {
  others: { list: 'KaridTanavoeMahsoolAsliSettings-list-app2', edit: 'edit-TakhfifatSayerSettings-app2' },
  texts: { list: 'TozihatSettingsSettings-list-app2', edit: 'edit-TozeyhatSettings-app2' },
} as const;

/** Delivery and order screens show the lines, then the message (part 2, section 8). */
const deliveryOptions = { errors: 'linesThenMessage' } as const;

export const settingsApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    sellerRecord: build.query<SellerRecord | null, undefined>({
      query: () => 'user/seller-bind-app2',
      rawResponseSchema: wireSellerReply,
      transformResponse: (wire: WireSellerReply) => toSellerRecord(wire),
    }),
    editSeller: build.mutation<string, Write<WireEditSellerBody>>({
      query: ({ key, body, version }) => post<WireEditSellerBody>('user/edit-seller-app2', key, { ...body, version }),
      rawResponseSchema: wireMessageReply,
      transformResponse: ({ message }: WireMessageReply) => message,
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        // A new password gives the session another handle: ours, and no other user's who logged in elsewhere.
        if (done) dispatch(tokenRead(readToken()));
      },
      // The page reads its own record again itself, to be able to say when only that failed. Another phone number or
      // password ends the other sessions.
      invalidatesTags: (result) => (result === undefined ? [] : ['Seller', 'Dashboard', 'Session']),
    }),

    limits: build.query<Versioned<readonly Limit[]>, undefined>({
      query: () => 'seller/HaddagalKharidErsalSefaresh-list-app2',
      rawResponseSchema: wireLimitsReply,
      transformResponse: (wire: WireLimitsReply) => toLimits(wire),
    }),
    editLimits: build.mutation<string, Write<readonly Limit[]>>({
      query: ({ key, body, version }) =>
        post<WireLimitsBody>('seller/edit-HaddagalKharidErsalSefaresh-app2', key, {
          items: toLimitItems(body),
          version,
        }),
      rawResponseSchema: wireMessageReply,
      transformResponse: ({ message }: WireMessageReply) => message,
      invalidatesTags: (result) => (result === undefined ? [] : ['Seller']),
    }),

    tiers: build.query<Versioned<readonly Tier[]>, TierKind>({
      query: (kind) => `seller/${TIER_CALLS[kind].list}`,
      rawResponseSchema: wireTiersReply,
      transformResponse: (wire: WireTiersReply) => toTiers(wire),
    }),
    editTiers: build.mutation<string, Write<ListBody<Tier>> & { readonly kind: TierKind }>({
      query: ({ key, kind, body: { sellerId, items }, version }) =>
        post<WireTiersBody>(`seller/${TIER_CALLS[kind].edit}`, key, {
          items: toTierItems(kind, items),
          sellerId,
          version,
        }),
      rawResponseSchema: wireMessageReply,
      transformResponse: ({ message }: WireMessageReply) => message,
    }),

    tiersApplied: build.query<TiersApplied, undefined>({
      query: () => 'seller/tiers-applied-app2',
      rawResponseSchema: wireTiersAppliedReply,
      transformResponse: ({ applied, version }: WireTiersAppliedReply) => ({ applied, version }),
    }),
    applyTiers: build.mutation<TiersApplied, Write<boolean>>({
      query: ({ key, body, version }) =>
        post<WireTiersAppliedBody>('seller/tiers-applied-app2', key, { applied: body, version }),
      rawResponseSchema: wireTiersAppliedReply,
      transformResponse: ({ applied, version }: WireTiersAppliedReply) => ({ applied, version }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(settingsApi.util.updateQueryData('tiersApplied', undefined, () => done.data));
      },
    }),

    cards: build.query<Versioned<readonly TextCard[]>, CardKind>({
      query: (kind) => `seller/${CARD_CALLS[kind].list}`,
      rawResponseSchema: wireTextCardsReply,
      transformResponse: (wire: WireTextCardsReply) => toCards(wire),
    }),
    editCards: build.mutation<string, Write<ListBody<TextCard>> & { readonly kind: CardKind }>({
      query: ({ key, kind, body: { sellerId, items }, version }) =>
        post<WireTextCardsBody>(`seller/${CARD_CALLS[kind].edit}`, key, {
          items: toCardItems(items),
          sellerId,
          version,
        }),
      rawResponseSchema: wireMessageReply,
      transformResponse: ({ message }: WireMessageReply) => message,
    }),

    deliveryRule: build.query<Versioned<DeliveryRule | null>, RuleKind>({
      query: (kind) => `seller/masir-list-app2/${kind}`,
      extraOptions: deliveryOptions,
      rawResponseSchema: wireDeliveryReply,
      transformResponse: (wire: WireDeliveryReply) => toRuleOfKind(wire),
    }),
    editRule: build.mutation<DeliveryRule, Write<DeliveryRule> & { readonly kind: RuleKind }>({
      query: ({ key, kind, body, version }) =>
        post<WireDeliveryBody>('seller/edit-masir-app2', key, { ...toRuleEdit(kind, body), version }),
      extraOptions: deliveryOptions,
      rawResponseSchema: wireEditDeliveryReply,
      transformResponse: ({ masir }: WireEditDeliveryReply) => toRule(masir),
    }),
    holidays: build.query<Holidays, number>({
      query: (year) => `market/holidays-app2/${year}`,
      rawResponseSchema: wireHolidaysReply,
      transformResponse: (wire: WireHolidaysReply) => toHolidays(wire),
    }),
  }),
});

export const {
  useSellerRecordQuery,
  useEditSellerMutation,
  useLimitsQuery,
  useEditLimitsMutation,
  useTiersQuery,
  useEditTiersMutation,
  useTiersAppliedQuery,
  useApplyTiersMutation,
  useCardsQuery,
  useEditCardsMutation,
  useDeliveryRuleQuery,
  useEditRuleMutation,
  useHolidaysQuery,
} = settingsApi;
