import type { TextCard, Tier } from './types';

export const MAX_ITEMS = 50;
const MAX_PERCENT = 100;

export const isComplete = ({ from, to, percent }: Tier): boolean => from !== null && to !== null && percent !== '';

/** What is wrong with a list of tiers; the first complaint counts. */
export type TierFail = 'empty' | 'reversed' | 'percent' | 'overlap';

export interface TierComplaint {
  readonly fail: TierFail;
  /** The card it is about. */
  readonly index: number;
}

function overlapOf(tiers: readonly Tier[]): number {
  const order = tiers
    .map(({ from, to }, index) => ({ from: from ?? 0, to: to ?? 0, index }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const at = order.findIndex((tier, place) => {
    const before = order[place - 1];
    return before !== undefined && tier.from <= before.to;
  });
  return order[at]?.index ?? -1;
}

const finders: readonly (readonly [TierFail, (tiers: readonly Tier[]) => number])[] = [
  ['empty', (tiers) => tiers.findIndex((tier) => !isComplete(tier))],
  ['reversed', (tiers) => tiers.findIndex(({ from, to }) => (to ?? 0) < (from ?? 0))],
  ['percent', (tiers) => tiers.findIndex(({ percent }) => Number(percent) > MAX_PERCENT)],
  ['overlap', overlapOf],
];

/** Null when the tiers may be sent. Two tiers that share a value overlap. */
export function tierComplaint(tiers: readonly Tier[]): TierComplaint | null {
  for (const [fail, find] of finders) {
    const index = find(tiers);
    if (index >= 0) return { fail, index };
  }
  return null;
}

/** The first card without a text, or −1. */
export const emptyCard = (cards: readonly TextCard[]): number => cards.findIndex(({ text }) => text.trim() === '');
