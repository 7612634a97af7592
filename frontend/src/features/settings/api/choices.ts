import { baseApi } from '../../../shared/api/baseApi';
import { call, post } from '../../../shared/api/calls';
import type { WireChoiceRow, WireDeselectBody, WireSelectBody } from '../../../shared/api/wire/settings.gen';
import { localDigits } from '../../../shared/lib/digits';
import { moduleMap } from '../../../shared/lib/store';
import type { Choice } from '../model/types';
import { wireChoices, wireOwnChoices } from './wire';

export type ChoiceKind = 'brand' | 'region';

/** A brand or region that is added or removed. */
export interface Toggle {
  readonly key: string;
  readonly of: ChoiceKind;
  readonly choice: Choice;
  readonly on: boolean;
}

const LISTS = { brand: 'market/list-brand-app2', region: 'market/list-regionFaalyat-app2' } as const;
const OWN = { brand: 'user/seller/brands-app2', region: 'user/seller/regions-app2' } as const;
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

/** The call under way for a choice. */
const running = moduleMap<string, Promise<unknown>>();

/**
 * One call after the other for the same choice: on a slow network the second could overtake the first, and the server
 * would end with the older press.
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

/** What the seller can choose from, and what is chosen. A press shows at once, and is undone if the server refuses it. */
export const choicesApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    choices: build.query(
      call(
        (of: ChoiceKind) => LISTS[of],
        wireChoices,
        (reply) => ('brands' in reply ? reply.brands : reply.regions).map(toChoice),
      ),
    ),
    ownChoices: build.query({
      ...call(
        (of: ChoiceKind) => OWN[of],
        wireOwnChoices,
        (reply) =>
          'brands' in reply
            ? reply.brands.map(({ SellerBrands }) => toChoice(SellerBrands))
            : reply.regions.map(({ SellerRegions }) => toChoice(SellerRegions)),
      ),
      providesTags: (_result, _error, of) => [TAGS[of]],
    }),
    toggleChoice: build.mutation<unknown, Toggle>({
      queryFn: (toggle, _api, _options, send) => inTurn(toggle.choice.id, async () => send(write(toggle))),
      onQueryStarted: async (toggle, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          choicesApi.util.updateQueryData('ownChoices', toggle.of, (list) => withToggle(list, toggle)),
        );
        try {
          await queryFulfilled;
        } catch {
          // Other choices may have changed meanwhile: the server's list is read again.
          patch.undo();
          dispatch(choicesApi.util.invalidateTags([TAGS[toggle.of]]));
        }
      },
    }),
  }),
});

export const { useChoicesQuery, useOwnChoicesQuery, useToggleChoiceMutation } = choicesApi;
