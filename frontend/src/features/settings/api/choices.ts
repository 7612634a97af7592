import { baseApi } from '../../../shared/api/baseApi';
import { call, post } from '../../../shared/api/calls';
import {
  type WireChoiceRow,
  type WireDeselectBody,
  type WireSelectBody,
  wireBrandsReply,
  wireRegionsReply,
  wireSellerBrandsReply,
  wireSellerRegionsReply,
} from '../../../shared/api/wire/settings.gen';
import { localDigits } from '../../../shared/lib/digits';
import { moduleMap } from '../../../shared/lib/store';
import type { Choice } from '../model/types';

/** A brand or region that goes on or off. */
export interface Toggle {
  readonly key: string;
  readonly of: 'brand' | 'region';
  readonly choice: Choice;
  readonly on: boolean;
}

const OWN = { brand: 'ownBrands', region: 'ownRegions' } as const;
const TAGS = { brand: 'SellerBrand', region: 'SellerRegion' } as const;

const toChoice = ({ _id, name }: WireChoiceRow): Choice => ({ id: _id, name: localDigits(name) });

const write = ({ key, of, choice: { id }, on }: Toggle) =>
  on
    ? post<WireSelectBody>(`user/seller/${of}/add-app2`, key, { obj: { _id: id } })
    : post<WireDeselectBody>(`user/seller/${of}/delete-app2`, key, { itemId: id });

const withToggle = (list: readonly Choice[], { choice, on }: Toggle): Choice[] => {
  const others = list.filter(({ id }) => id !== choice.id);
  return on ? [...others, choice] : others;
};

/** The call of a choice that is on its way. */
const running = moduleMap<string, Promise<unknown>>();

/**
 * One call after the other for the same choice: two that pass each other on a slow network would leave the server with
 * the press before the last.
 */
async function inTurn<Answer>(choiceId: string, send: () => Promise<Answer>): Promise<Answer> {
  const mine = (running.get(choiceId) ?? Promise.resolve()).then(send, send);
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
    brandChoices: build.query(call('market/list-brand-app2', wireBrandsReply, ({ brands }) => brands.map(toChoice))),
    regionChoices: build.query(
      call('market/list-regionFaalyat-app2', wireRegionsReply, ({ regions }) => regions.map(toChoice)),
    ),
    ownBrands: build.query({
      ...call('user/seller/brands-app2', wireSellerBrandsReply, ({ brands }) =>
        brands.map(({ SellerBrands }) => toChoice(SellerBrands)),
      ),
      providesTags: [TAGS.brand],
    }),
    ownRegions: build.query({
      ...call('user/seller/regions-app2', wireSellerRegionsReply, ({ regions }) =>
        regions.map(({ SellerRegions }) => toChoice(SellerRegions)),
      ),
      providesTags: [TAGS.region],
    }),
    toggleChoice: build.mutation<unknown, Toggle>({
      queryFn: (toggle, _api, _options, send) => inTurn(toggle.choice.id, async () => send(write(toggle))),
      onQueryStarted: async (toggle, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          choicesApi.util.updateQueryData(OWN[toggle.of], undefined, (list) => withToggle(list, toggle)),
        );
        try {
          await queryFulfilled;
        } catch {
          // Others may have been toggled meanwhile: the server's list decides.
          patch.undo();
          dispatch(choicesApi.util.invalidateTags([TAGS[toggle.of]]));
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
  useToggleChoiceMutation,
} = choicesApi;
