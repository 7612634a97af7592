import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '../../../shared/i18n/locales/en/invoice.json';
import fa from '../../../shared/i18n/locales/fa/invoice.json';
import { inWords } from './words';

const persian = { ...fa.words, join: (first: string, second: string) => `${first} و ${second}` };
const english = { ...en.words, join: (first: string, second: string) => `${first} ${second}` };
const spell = (value: number): string => inWords(value, persian);

describe('an amount in Persian words', () => {
  it.each([
    [0, 'صفر'],
    [1, 'یک'],
    [19, 'نوزده'],
    [20, 'بیست'],
    [21, 'بیست و یک'],
    [100, 'یکصد'],
    [110, 'یکصد و ده'],
    [999, 'نهصد و نود و نه'],
    [1_000, 'یک هزار'],
    [1_001, 'یک هزار و یک'],
    [100_000, 'یکصد هزار'],
    [3_200_015, 'سه میلیون و دویست هزار و پانزده'],
    [11_245_640, 'یازده میلیون و دویست و چهل و پنج هزار و ششصد و چهل'],
    [1_000_000_000, 'یک میلیارد'],
    [2_000_000_000_007, 'دو تریلیون و هفت'],
  ])('%i is %s', (value, words) => {
    expect(spell(value)).toBe(words);
  });

  it('is English in the English texts', () => {
    expect(inWords(11_245_640, english)).toBe('eleven million two hundred forty five thousand six hundred forty');
  });
});

/** Reads the words back, by another way than the one that made them: word by word, from the end of each scale. */
function read(text: string): number {
  if (text === fa.words.zero) return 0;
  const values = new Map<string, number>([
    ...fa.words.ones.map((name, index) => [name, index + 1] as const),
    ...fa.words.tens.map((name, index) => [name, 10 * (index + 2)] as const),
    ...fa.words.hundreds.map((name, index) => [name, 100 * (index + 1)] as const),
  ]);
  const scales = new Map(fa.words.scales.map((name, index) => [name, 1000 ** (index + 1)] as const));
  let sum = 0;
  let group = 0;
  for (const name of text.split(' ').filter((part) => part !== 'و')) {
    const scale = scales.get(name);
    if (scale === undefined) {
      const value = values.get(name);
      if (value === undefined) throw new Error(`no number word: ${name}`);
      group += value;
    } else {
      sum += group * scale;
      group = 0;
    }
  }
  return sum + group;
}

/** Every size equally often: most amounts of a plain range would be the largest. */
const amount = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.maxSafeInteger())
  .map(([digits, value]) => Math.abs(value) % 10 ** digits);

describe('any amount', () => {
  it('can be read back from its words', () => {
    fc.assert(fc.property(amount, (value) => read(spell(value)) === value));
  });

  it('has words of its own', () => {
    fc.assert(fc.property(amount, amount, (a, b) => (spell(a) === spell(b)) === (a === b)));
  });

  it('has no hole, no double space and no loose «و»', () => {
    fc.assert(fc.property(amount, (value) => !/ {2}|^ | $|^و | و$|و و|undefined/.test(spell(value))));
  });
});
