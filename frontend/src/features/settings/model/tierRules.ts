import type { Tier } from './types';

export const MAX_ITEMS = 50;
export const MAX_PERCENT = 100;

export const isComplete = ({ from, to, percent }: Tier): boolean => from !== null && to !== null && percent !== '';

/** The first tier, in the order of the numbers, that begins before the one before it ends; −1 for none. */
export function overlapOf(tiers: readonly { readonly from: number; readonly to: number }[]): number {
  const order = tiers
    .map(({ from, to }, index) => ({ from, to, index }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const at = order.findIndex((tier, place) => {
    const before = order[place - 1];
    return before !== undefined && tier.from <= before.to;
  });
  return order[at]?.index ?? -1;
}

/** What each kind of tier counts. */
export const TIER_UNIT = { volume: 'packages', amount: 'toman', unit: 'packages' } as const;
