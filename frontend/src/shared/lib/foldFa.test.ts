import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldFa, includesFa } from './foldFa';

describe('foldFa', () => {
  it.each([
    ['كيك', 'کیک'],
    ['می‌شود', 'میشود'],
    ['مُحَمَّد', 'محمد'],
    ['شركة', 'شرکه'],
    ['کـالا', 'کالا'],
    ['  ABC ۱۲۳  ٤ ', 'abc 123 4'],
  ])('folds %s', (text, expected) => {
    expect(foldFa(text)).toBe(expected);
  });

  it('is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => foldFa(foldFa(text)) === foldFa(text)),
    );
  });

  it('finds a name whichever keyboard typed it', () => {
    expect(includesFa('فروشگاه ستارهٔ كوير', 'کویر')).toBe(true);
    expect(includesFa('صورتحساب ۱۴۰۵-۰۸', '1405-08')).toBe(true);
    expect(includesFa('ستاره', 'ماه')).toBe(false);
    expect(includesFa('هر چیز', '')).toBe(true);
  });
});
