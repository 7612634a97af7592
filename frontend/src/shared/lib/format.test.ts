import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { onlyDigits } from './digits';
import { formatNumber } from './format';
import { compareFa, formatList } from './lists';
import { writeIn } from './locale';
import { formatCompact, formatPercent, NBSP, withUnit } from './units';

afterEach(() => {
  writeIn('fa');
});

describe('format', () => {
  it.each([
    [0, 0, '۰'],
    [1234567, 0, '۱٬۲۳۴٬۵۶۷'],
    [12.5, 1, '۱۲٫۵'],
    [12.56, 1, '۱۲٫۶'],
  ])('writes %d', (value, places, expected) => {
    expect(formatNumber(value, places)).toBe(expected);
  });

  it('loses no digit of an amount', () => {
    fc.assert(fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (n) => onlyDigits(formatNumber(n)) === String(n)));
  });

  it('writes percents, short numbers and units', () => {
    expect(formatPercent(13.5892)).toBe('۱۳٫۵۹\u200f٪');
    expect(formatPercent(9, 0)).toBe('۹\u200f٪');
    expect(formatCompact(1_240_000)).toBe(`۱٫۲${NBSP}میلیون`);
    expect(withUnit('۱۲', 'تومان')).toBe('۱۲\u00a0تومان');
  });

  it('writes English in English digits and marks', () => {
    writeIn('en');
    expect(formatNumber(1234567.5, 1)).toBe('1,234,567.5');
    expect(formatPercent(13.5892)).toBe('13.59%');
    expect(formatCompact(1_240_000)).toBe('1.2M');
    expect(formatList(['A', 'B'])).toBe('\u2068A\u2069 and \u2068B\u2069');
    expect(withUnit('12', 'toman')).toBe('12\u00a0toman');
    // The number stands first, in whatever direction the text around it runs.
    expect(withUnit('12', 'شرینک')).toBe('\u206612\u00a0\u2068شرینک\u2069\u2069');
  });

  it('puts the percent sign after the last digit and the minus before the first, in both languages', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.constantFrom('fa', 'en'), (hundredths, language) => {
        writeIn(language);
        const shown = formatPercent(hundredths / 100).replace(/[\u200e\u200f]/g, '');
        expect(shown).toMatch(/^[\u2212-]?[\d\u06f0-\u06f9][\d\u06f0-\u06f9.,\u066b\u066c]*[%\u066a]$/);
      }),
    );
  });

  it('orders as the Persian alphabet does, numbers by value', () => {
    expect(['یزد', 'پونه', 'بابل', 'گلستان', 'کرج', 'چای', 'ژاله'].sort(compareFa)).toEqual([
      'بابل',
      'پونه',
      'چای',
      'ژاله',
      'کرج',
      'گلستان',
      'یزد',
    ]);
    expect(['کالا ۱۰', 'کالا ۲'].sort(compareFa)).toEqual(['کالا ۲', 'کالا ۱۰']);
  });

  it('joins a list', () => {
    expect(formatList(['الف', 'ب']).replace(/[\u200e\u200f]/g, '')).toBe('الف و ب');
  });
});
