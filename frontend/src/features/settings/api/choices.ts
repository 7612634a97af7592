import { baseApi } from '../../../shared/api/baseApi';
import { post } from '../../../shared/api/calls';
import {
  type WireBrandsReply,
  type WireChoiceRow,
  type WireDeselectBody,
  type WireRegionsReply,
  type WireSelectBody,
  type WireSellerBrandsReply,
  type WireSellerRegionsReply,
  wireBrandsReply,
  wireRegionsReply,
  wireSellerBrandsReply,
  wireSellerRegionsReply,
} from '../../../shared/api/wire/settings.gen';
import { localDigits } from '../../../shared/lib/digits';
import type { Choice } from '../model/types';

/** A brand or region that goes on or off. */
export interface Toggle {
  readonly key: string;
  readonly choice: Choice;
  readonly on: boolean;
}

const toChoice = ({ _id, name }: WireChoiceRow): Choice => ({ id: _id, name: localDigits(name) });

const write = (thing: 'brand' | 'region', { key, choice: { id }, on }: Toggle) =>
  on
    ? post<WireSelectBody>(`user/seller/${thing}/add-app2`, key, { obj: { _id: id } })
    : post<WireDeselectBody>(`user/seller/${thing}/delete-app2`, key, { itemId: id });

const withToggle = (list: readonly Choice[], { choice, on }: Toggle): Choice[] => {
  const others = list.filter(({ id }) => id !== choice.id);
  return on ? [...others, choice] : others;
};

/** The call of a choice that is on its way. */
const running = new Map<string, Promise<unknown>>();

/**
 * One call after the other for the same choice: two that pass each other on a slow network would leave the server with
 * the press before the last.
 */
async function inTurn<Answer>(choiceId: string, call: () => Promise<Answer>): Promise<Answer> {
  const mine = (running.get(choiceId) ?? Promise.resolve()).then(call, call);
  running.set(choiceId, mine);
  try {
    return await mine;
  } finally {
    if (running.get(choiceId) === mine) running.delete(choiceId);
  }
}

/** What the seller chooses from, and what is chosen: applied at once, taken back when the server refuses. */
export const choicesApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    brandChoices: build.query<readonly Choice[], undefined>({
      query: () => 'market/list-brand-app2',
      rawResponseSchema: wireBrandsReply,
      transformResponse: ({ brands }: WireBrandsReply) => brands.map(toChoice),
    }),
    regionChoices: build.query<readonly Choice[], undefined>({
      query: () => 'market/list-regionFaalyat-app2',
      rawResponseSchema: wireRegionsReply,
      transformResponse: ({ regions }: WireRegionsReply) => regions.map(toChoice),
    }),
    ownBrands: build.query<Choice[], undefined>({
      query: () => 'user/seller/brands-app2',
      rawResponseSchema: wireSellerBrandsReply,
      transformResponse: ({ brands }: WireSellerBrandsReply) =>
        brands.map(({ SellerBrands }) => toChoice(SellerBrands)),
      providesTags: ['SellerBrand'],
    }),
    ownRegions: build.query<Choice[], undefined>({
      query: () => 'user/seller/regions-app2',
      rawResponseSchema: wireSellerRegionsReply,
      transformResponse: ({ regions }: WireSellerRegionsReply) =>
        regions.map(({ SellerRegions }) => toChoice(SellerRegions)),
      providesTags: ['SellerRegion'],
    }),
    toggleBrand: build.mutation<unknown, Toggle>({
      queryFn: (toggle, _api, _options, send) => inTurn(toggle.choice.id, async () => send(write('brand', toggle))),
      onQueryStarted: async (toggle, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          choicesApi.util.updateQueryData('ownBrands', undefined, (list) => withToggle(list, toggle)),
        );
        try {
          await queryFulfilled;
        } catch {
          // Others may have been toggled meanwhile: the server's list decides.
          patch.undo();
          dispatch(choicesApi.util.invalidateTags(['SellerBrand']));
        }
      },
    }),
    toggleRegion: build.mutation<unknown, Toggle>({
      queryFn: (toggle, _api, _options, send) => inTurn(toggle.choice.id, async () => send(write('region', toggle))),
      onQueryStarted: async (toggle, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          choicesApi.util.updateQueryData('ownRegions', undefined, (list) => withToggle(list, toggle)),
        );
        try {
          await queryFulfilled;
        } catch {
          patch.undo();
          dispatch(choicesApi.util.invalidateTags(['SellerRegion']));
        }
      },
    }),
  }),
});

export const {
  useBrandChoicesQuery,
  useRegionChoicesQuery,
  useOwnBrandsQuery,
  useOwnRegionsQuery,
  useToggleBrandMutation,
  useToggleRegionMutation,
} = choicesApi;
