import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeForm, sameForm } from './mergeForm';

interface Card {
  readonly id: string;
  readonly text: string;
  readonly share: number;
}
interface Form {
  readonly name: string;
  readonly open: boolean;
  readonly cards: readonly Card[];
}

const cards = (ids: readonly string[]): fc.Arbitrary<readonly Card[]> =>
  fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), text: fc.constantFrom('a', 'b', 'c'), share: fc.nat(2) }), {
    selector: ({ id }) => id,
    maxLength: 5,
  });
/** A copy with cards of its own beside those that all may have. */
const form = (own: string): fc.Arbitrary<Form> =>
  fc.record({
    name: fc.constantFrom('x', 'y', 'z'),
    open: fc.boolean(),
    cards: cards(['1', '2', '3', `${own}1`, `${own}2`]),
  });
const three = [form('before'), form('theirs'), form('mine')] as const;
const findCard = ({ cards: all }: Form, id: string): Card | undefined => all.find((card) => card.id === id);

it('takes the one copy when nothing was changed in the other', () => {
  fc.assert(
    fc.property(...three, (before, theirs, mine) => {
      expect(mergeForm(before, theirs, before)).toEqual(theirs);
      const taken = mergeForm(before, before, mine);
      expect({ ...taken, cards: [...taken.cards].sort(byId) }).toEqual({ ...mine, cards: [...mine.cards].sort(byId) });
    }),
  );
});

const byId = (one: Card, other: Card): number => one.id.localeCompare(other.id);

it('keeps what either side has changed; mine where both did', () => {
  fc.assert(
    fc.property(...three, (before, theirs, mine) => {
      const merged = mergeForm(before, theirs, mine);
      expect(merged.name).toBe(mine.name === before.name ? theirs.name : mine.name);
      expect(merged.open).toBe(mine.open === before.open ? theirs.open : mine.open);
      for (const id of new Set([before, theirs, mine].flatMap(({ cards: all }) => all.map((card) => card.id)))) {
        const [was, now, want, found] = [before, theirs, mine, merged].map((copy) => findCard(copy, id));
        if (was && now && want) {
          expect(found?.text).toBe(want.text === was.text ? now.text : want.text);
          expect(found?.share).toBe(want.share === was.share ? now.share : want.share);
        } else if (now && !was) expect(found).toEqual(now);
        else if (was && !want) expect(found).toBeUndefined();
        else if (was && want && !now)
          expect(found).toEqual(want.text === was.text && want.share === was.share ? undefined : want);
      }
      // Merged already: whoever is asked twice gets the same.
      expect(mergeForm(before, theirs, merged)).toEqual(merged);
      expect(new Set(merged.cards.map(({ id }) => id)).size).toBe(merged.cards.length);
    }),
  );
});

it('adds no card again that both have added', () => {
  const before = { cards: [] };
  const theirs = { cards: [{ id: '7', text: 'a' }] };
  const mine = { cards: [{ id: 'new', text: 'a' }] };
  expect(mergeForm(before, theirs, mine)).toEqual(theirs);
  expect(sameForm(theirs, mine)).toBe(true);
  expect(sameForm(before, mine)).toBe(false);
  expect(sameForm({ cards: [{ id: '7', text: 'b' }] }, mine)).toBe(false);
});
