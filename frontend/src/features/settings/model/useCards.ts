import { useRef, useState } from 'react';

interface Keyed<Item> {
  /** Of this card on the screen, for as long as it is there. */
  readonly key: number;
  readonly item: Item;
}

/** A list of cards that is typed into, added to and taken from. */
export function useCards<Item>(given: readonly Item[]) {
  const next = useRef(given.length);
  const [cards, setCards] = useState<readonly Keyed<Item>[]>(() => given.map((item, key) => ({ key, item })));
  return {
    cards,
    items: cards.map(({ item }) => item),
    add: (item: Item): void => {
      const key = next.current;
      next.current += 1;
      setCards((now) => [...now, { key, item }]);
    },
    remove: (key: number): void => setCards((now) => now.filter((card) => card.key !== key)),
    change: (key: number, part: Partial<Item>): void =>
      setCards((now) => now.map((card) => (card.key === key ? { key, item: { ...card.item, ...part } } : card))),
  };
}
