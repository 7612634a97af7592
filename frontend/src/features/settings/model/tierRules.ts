import type { Tier } from './types';

export const MAX_ITEMS = 50;
export const MAX_PERCENT = 100;

export const isComplete = ({ from, to, percent }: Tier): boolean => from !== null && to !== null && percent !== '';

/** The index of the first tier, in numeric order, that begins before the previous one ends; −1 for none. */
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

/** The unit of each kind of tier. */
export const TIER_UNIT = { volume: 'packages', amount: 'toman', unit: 'packages' } as const;
