import { afterEach, expect, it } from 'vitest';
import { localDigits } from '../../shared/lib/digits';
import { writeIn } from '../../shared/lib/locale';
import { fullName } from './fullName';

afterEach(() => {
  writeIn('fa');
});

it('joins the names of product and type', () => {
  expect(fullName('اسپاگتی ۱٫۲', '۷۰۰ گرم')).toBe('اسپاگتی ۱٫۲ ۷۰۰ گرم');
});

it('is one piece in an English text, whose direction is that of its letters', () => {
  writeIn('en');
  expect(fullName(localDigits('اسپاگتی ۱٫۲'), localDigits('۷۰۰ گرم'))).toBe('\u2068اسپاگتی 1.2 700 گرم\u2069');
});
