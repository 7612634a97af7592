import { readToken } from '../../../entities/session/cookie';
import { tokenRead } from '../../../entities/session/session.slice';
import type { Attempt } from '../../../entities/write/attempt';
import { baseApi } from '../../../shared/api/baseApi';
import { call, post } from '../../../shared/api/calls';
import {
  type WireDeliveryBody,
  type WireEditSellerBody,
  type WireLimitsBody,
  type WireTextCardsBody,
  type WireTiersAppliedBody,
  type WireTiersAppliedReply,
  type WireTiersBody,
  wireDeliveryReply,
  wireHolidaysReply,
  wireLimitsReply,
  wireMessageReply,
  wireTextCardsReply,
  wireTiersAppliedReply,
  wireTiersReply,
} from '../../../shared/api/wire/settings.gen';
import type { CardKind, FormId, RuleKind, TierKind } from '../model/types';
import { toCards, toHolidays, toLimits, toRule, toTiers } from './map';

const TIERS = {
  volume: 'KaridHajmiSettings-list-app2',
  amount: 'TakhfifatAzTaMablaghSettings-list-app2',
  unit: 'TakhfifatAzTaVahediSettings-list-app2',
} as const;
const CARDS = {
  others: 'KaridTanavoeMahsoolAsliSettings-list-app2',
  texts: 'TozihatSettingsSettings-list-app2',
} as const;

/** What is sent of each section; the version in it is the one that was read. */
export interface SectionBodies extends Record<TierKind, WireTiersBody>, Record<CardKind, WireTextCardsBody> {
  readonly seller: WireEditSellerBody;
  readonly limits: WireLimitsBody;
  readonly delivery: WireDeliveryBody;
}
const WRITES: Record<FormId, string> = {
  seller: 'user/edit-seller-app2',
  limits: 'seller/edit-HaddagalKharidErsalSefaresh-app2',
  volume: 'seller/edit-TakhfifatAzTaHajmiSettings-app2',
  amount: 'seller/edit-TakhfifatAzTaMablaghSettings-app2',
  unit: 'seller/edit-TakhfifatAzTaVahediSettings-app2',
  others: 'seller/edit-TakhfifatSayerSettings-app2',
  texts: 'seller/edit-TozeyhatSettings-app2',
  delivery: 'seller/edit-masir-app2',
};
export type SaveSection = { [Id in FormId]: Attempt<SectionBodies[Id]> & { readonly id: Id } }[FormId];

/** What a write makes stale elsewhere. The form reads its section again by itself, so that it can report a failure. */
const stale = (id: FormId) => {
  // Another phone number or password ends the other sessions.
  if (id === 'seller') return ['Seller', 'Dashboard', 'Session'] as const;
  return id === 'limits' ? (['Seller'] as const) : [];
};

const toApplied = (reply: WireTiersAppliedReply): WireTiersAppliedReply => reply;
/** Delivery and order screens show the lines, then the message (part 2, section 8). */
const deliveryOptions = { errors: 'linesThenMessage' } as const;
const save = call(
  ({ id, key, body }: SaveSection) => post<SaveSection['body']>(WRITES[id], key, body),
  wireMessageReply,
  ({ message }) => message,
);

export const settingsApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    limits: build.query(call('seller/HaddagalKharidErsalSefaresh-list-app2', wireLimitsReply, toLimits)),
    tiers: build.query(call((kind: TierKind) => `seller/${TIERS[kind]}`, wireTiersReply, toTiers)),
    cards: build.query(call((kind: CardKind) => `seller/${CARDS[kind]}`, wireTextCardsReply, toCards)),
    deliveryRule: build.query({
      ...call((kind: RuleKind) => `seller/masir-list-app2/${kind}`, wireDeliveryReply, toRule),
      extraOptions: deliveryOptions,
    }),
    holidays: build.query(call((year: number) => `market/holidays-app2/${year}`, wireHolidaysReply, toHolidays)),
    tiersApplied: build.query(call('seller/tiers-applied-app2', wireTiersAppliedReply, toApplied)),

    saveSection: build.mutation({
      ...save,
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        // A new password gives the session a new handle: it is this user's, not that of a log-in in another tab.
        if (done && id === 'seller') dispatch(tokenRead(readToken()));
      },
      invalidatesTags: (result, _error, { id }) => (result === undefined ? [] : stale(id)),
    }),
    saveRule: build.mutation({ ...save, extraOptions: deliveryOptions }),
    applyTiers: build.mutation({
      ...call(
        ({ key, body }: Attempt<WireTiersAppliedBody>) =>
          post<WireTiersAppliedBody>('seller/tiers-applied-app2', key, body),
        wireTiersAppliedReply,
        toApplied,
      ),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(settingsApi.util.updateQueryData('tiersApplied', undefined, () => done.data));
      },
    }),
  }),
});

export const {
  useLimitsQuery,
  useTiersQuery,
  useCardsQuery,
  useDeliveryRuleQuery,
  useHolidaysQuery,
  useTiersAppliedQuery,
  useSaveSectionMutation,
  useSaveRuleMutation,
  useApplyTiersMutation,
} = settingsApi;
