import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCard, tierComplaint } from './tierRules';
import type { Tier } from './types';

const tier = (from: number | null, to: number | null, percent = '5'): Tier => ({ id: '', from, to, percent });

describe('tierComplaint', () => {
  it.each([
    ['nothing', [], null],
    ['tiers beside one another', [tier(0, 9), tier(10, 20)], null],
    ['one value wide', [tier(5, 5)], null],
    ['a missing end', [tier(0, null)], { fail: 'empty', index: 0 }],
    ['a missing percentage', [tier(0, 1), tier(2, 3, '')], { fail: 'empty', index: 1 }],
    ['an end before the start', [tier(0, 1), tier(9, 3)], { fail: 'reversed', index: 1 }],
    ['more than all', [tier(0, 1, '100.01')], { fail: 'percent', index: 0 }],
    ['a shared value', [tier(10, 20), tier(0, 10)], { fail: 'overlap', index: 0 }],
  ] as const)('%s', (_, tiers, complaint) => {
    expect(tierComplaint(tiers)).toEqual(complaint);
  });

  it('complains of an overlap exactly when some value lies in two tiers', () => {
    const range = fc.tuple(fc.nat(30), fc.nat(6)).map(([from, width]) => tier(from, from + width));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (tiers) => {
        const values = Array.from({ length: 40 }, (_, value) => value);
        const twice = values.some(
          (value) => tiers.filter(({ from, to }) => (from ?? 0) <= value && value <= (to ?? 0)).length > 1,
        );
        expect(tierComplaint(tiers)?.fail === 'overlap').toBe(twice);
      }),
    );
  });
});

it('finds the first card that is empty or blank', () => {
  expect(
    emptyCard([
      { id: 'a', text: 'متن' },
      { id: '', text: ' \n' },
    ]),
  ).toBe(1);
  expect(emptyCard([{ id: 'a', text: 'متن' }])).toBe(-1);
});
