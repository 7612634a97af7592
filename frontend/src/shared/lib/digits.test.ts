import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { localDigits, onlyDecimal, onlyDigits, toLatin } from './digits';
import { writeIn } from './locale';
import { groupThousands, maskCard, maskDate, maskMobile, maskTime } from './masks';

afterEach(() => {
  writeIn('fa');
});

const digits = fc.stringMatching(/^[0-9]{0,15}$/);

describe('digits', () => {
  it('reads Persian, Arabic-Indic and Latin digits', () => {
    expect(toLatin('۰۹۱۲٣٤٥678')).toBe('0912345678');
    expect(localDigits('0912٣٤٥')).toBe('۰۹۱۲۳۴۵');
    expect(localDigits(1405)).toBe('۱۴۰۵');
  });

  it('brings every digit there and back', () => {
    fc.assert(fc.property(digits, (text) => toLatin(localDigits(text)) === text));
  });

  it('leaves everything that is no digit alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const strip = (value: string) => toLatin(value).replace(/\d/g, '');
        fc.pre(!/\d[.\u066b\u066c]\d/.test(toLatin(text)));
        expect(strip(localDigits(text))).toBe(strip(text));
      }),
    );
  });

  it.each([
    ['شیر 1.5 لیتری', 'شیر ۱٫۵ لیتری', '\u2068شیر 1.5 لیتری\u2069'],
    ['شیر ۱.۵ لیتری', 'شیر ۱٫۵ لیتری', '\u2068شیر 1.5 لیتری\u2069'],
    ['شیر ۱٫۵ لیتری', 'شیر ۱٫۵ لیتری', '\u2068شیر 1.5 لیتری\u2069'],
    ['۱٬۵۰۰', '۱٬۵۰۰', '1,500'],
    ['1405-08-000123', '۱۴۰۵-۰۸-۰۰۰۱۲۳', '1405-08-000123'],
    ['1.2.3', '۱.۲.۳', '1.2.3'],
    ['پلاک 8.', 'پلاک ۸.', '\u2068پلاک 8.\u2069'],
  ])('writes the numbers of %s as the language does', (text, fa, en) => {
    expect(localDigits(text)).toBe(fa);
    writeIn('en');
    expect(localDigits(text)).toBe(en);
  });

  it('leaves no digit of another script in a shown text, in either language', () => {
    const stored = fc.stringMatching(/^[0-9\u0660-\u0669\u06f0-\u06f9./ \u066b\u066cآ-ی-]{0,30}$/);
    fc.assert(
      fc.property(stored, (text) => {
        writeIn('fa');
        expect(localDigits(text)).not.toMatch(/[0-9\u0660-\u0669]/);
        const shown = localDigits(text);
        expect(localDigits(shown)).toBe(shown);
        writeIn('en');
        expect(localDigits(text)).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/);
        expect(onlyDigits(localDigits(text))).toBe(onlyDigits(text));
      }),
    );
  });

  it('groups and reads English numbers with English marks', () => {
    writeIn('en');
    expect(groupThousands('1234567')).toBe('1,234,567');
    expect(onlyDecimal('1,234.56', 2)).toBe('1234.56');
  });

  it.each([
    [' ۱٬۲۳۴٬۵۶۷ تومان', '1234567'],
    ['1,234-5', '12345'],
    ['abc', ''],
  ])('keeps the digits of %s', (text, expected) => {
    expect(onlyDigits(text)).toBe(expected);
  });

  it.each([
    ['۱۲٫۳۴۵', 2, '12.34'],
    ['12/5', 2, '12.5'],
    ['1.2.3', 2, '1.23'],
    ['7', 1, '7'],
    ['۵.', 1, '5.'],
  ])('keeps one decimal point of %s', (text, places, expected) => {
    expect(onlyDecimal(text, places)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['1', '1'],
    ['123', '123'],
    ['1234567', '1٬234٬567'],
    ['1234.5', '1٬234٫5'],
  ])('groups %s', (text, expected) => {
    expect(groupThousands(text)).toBe(expected);
  });

  it('adds only separators, whatever the mask', () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(onlyDigits(groupThousands(text))).toBe(text);
        expect(onlyDigits(maskDate(text))).toBe(text.slice(0, 8));
        expect(onlyDigits(maskTime(text))).toBe(text.slice(0, 4));
        expect(onlyDigits(maskCard(text))).toBe(text);
        expect(onlyDigits(maskMobile(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['1404', '1404'],
    ['14040', '1404/0'],
    ['140408', '1404/08'],
    ['14040830', '1404/08/30'],
  ])('puts the slash with the digit after it: %s', (text, expected) => {
    expect(maskDate(text)).toBe(expected);
  });

  it('can put the day first', () => {
    expect(maskDate('30081404', 'dmy')).toBe('30/08/1404');
  });
});
