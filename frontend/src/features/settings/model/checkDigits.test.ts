import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCardNumber, isNationalCode, isSheba } from './checkDigits';

/** Every way to change one digit of a right number. */
const withOneWrong = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: text.length - 1 }), fc.integer({ min: 1, max: 9 }))
    .map(([at, by]) => `${text.slice(0, at)}${(Number(text[at]) + by) % 10}${text.slice(at + 1)}`);

describe.each([
  ['national code', isNationalCode, '0013542419'],
  ['card', isCardNumber, '6037991234567893'],
  ['Sheba', isSheba, '820540102680020817909002'],
] as const)('%s', (_, isRight, right) => {
  it('takes a right one', () => {
    expect(isRight(right)).toBe(true);
  });

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(withOneWrong(right), (wrong) => {
        expect(isRight(wrong)).toBe(false);
      }),
    );
  });

  it.each(['', right.slice(1), `${right}0`, right.replace(/^./, 'x'), '1'.repeat(right.length)])(
    'refuses %j',
    (text) => {
      expect(isRight(text)).toBe(false);
    },
  );
});
