// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyDigits } from './digits';
import { compareFa, formatCompact, formatList, formatNumber, formatPercent, NBSP, withUnit } from './format';

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
    expect(formatPercent(13.5892)).toBe('۱۳٫۵۹٪');
    expect(formatPercent(9, 0)).toBe('۹٪');
    expect(formatCompact(1_240_000)).toBe(`۱٫۲${NBSP}میلیون`);
    expect(withUnit('۱۲', 'تومان')).toBe('۱۲\u00a0تومان');
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
